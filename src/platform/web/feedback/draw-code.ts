import { toString as drawText } from 'qrcode';

/** Draws a QR code to show and to print, as an image address. Four modules of quiet zone (ISO/IEC 18004). */
export async function drawCode(text: string): Promise<string> {
  const svg = await drawText(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
