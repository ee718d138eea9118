type Range = { start: number; end: number }

/**
 * The part that a Range header asks for; 'whole' unless it asks for one part in bytes, and 'beyond' if that is after
 * the end.
 */
export function rangeIn(header: string | undefined, bytes: number): Range | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return Number(to) === 0 ? 'beyond' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= bytes ? 'beyond' : { start, end }
}
