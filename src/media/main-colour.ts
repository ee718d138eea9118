/** Shades of red, of green and of blue that are told apart: as many as a hexadecimal digit. */
const SHADES = 16
const ALIKE = 256 / SHADES

/** The colour that most pixels have, as `#rrggbb`; shades that are nearly alike are one. A pixel is three bytes. */
export function mainColourOf(pixels: Uint8Array): string {
  const counts = new Uint32Array(SHADES ** 3)
  const shade = (at: number) => Math.floor((pixels[at] as number) / ALIKE)
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = (shade(at) * SHADES + shade(at + 1)) * SHADES + shade(at + 2)
    counts[colour] = (counts[colour] as number) + 1
  }
  const main = counts.indexOf(counts.reduce((most, count) => Math.max(most, count)))
  // The second digit of each part is that of the middle of what is alike.
  return `#${main.toString(16).padStart(3, '0').replace(/./g, '$&8')}`
}
