/** Pages of a list that can be requested, as in the interface. */
export const maxPage = 500

/** The page number in an address: 1 if it has none, undefined if it is invalid. */
export function pageIn(text: string): number | undefined {
  if (text === '') return 1
  const page = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= maxPage ? page : undefined
}
