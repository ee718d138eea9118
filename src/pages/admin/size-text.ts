import type { Format } from '#src/texts/format.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes as people say it, such as `12 MB`. */
export function sizeText({ number }: Pick<Format, 'number'>, bytes: number): string {
  let [shown, unit] = [bytes / 1_000, 0]
  while (shown >= 1_000 && unit < units.length - 1) [shown, unit] = [shown / 1_000, unit + 1]
  const rounded = shown >= 10 || unit === 0 ? Math.ceil(shown) : Math.round(shown * 10) / 10
  return `${number(rounded)} ${units[unit]}`
}
