/**
 * What is true of a key that is ended, whichever controller ends it. hostapd lets a device that is connected stay until it
 * joins again.
 */
export function stopsWorking(key = 'It'): string {
  return `${key} stops working within a few minutes. A device that is connected with it may stay connected until it joins again.`;
}
