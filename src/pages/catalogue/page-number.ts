/** Pages of a list that can be asked for, as in the interface. */
const maxPage = 500

/** The number of a page as an address has it: the first where it says none, undefined where it is no page. */
export function pageIn(text: string): number | undefined {
  if (text === '') return 1
  const page = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= maxPage ? page : undefined
}
