import type { RenderContext } from '../../page.ts'

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

/** A time of so many seconds as people say it, in the largest unit of which there are some. */
export function lagText({ texts: { followed: commons }, format }: RenderContext, seconds: number): string {
  const [name, size] = units.find(([, size]) => seconds >= 2 * size) ?? units[2]
  return commons.times[name](format.number(Math.max(1, Math.round(seconds / size))))
}
