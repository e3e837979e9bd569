/**
 * What a phone reads from the QR code to join a network, in the form that ZXing defined and iOS and Android follow:
 * `WIFI:T:WPA;S:<network>;P:<key>;;`. `WPA` stands for WPA2 and WPA3 as well. No quotes around hexadecimal names,
 * which ZXing once asked for: iOS treats them as part of the name.
 */
export function joinText(network: string, key: string): string {
  return `WIFI:T:WPA;S:${escaped(network)};P:${escaped(key)};;`;
}

function escaped(value: string): string {
  return value.replace(/[\\;,:"]/g, '\\$&');
}
