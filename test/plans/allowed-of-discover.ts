import type { Allowed } from './allowed.ts'

/**
 * The steps of discover, which are made of the filters that a request names. Its figures are in `bench/discover.ts`:
 * what bounds them is how many entries each step looks at, not what a planner expects.
 */
export const allowedOfDiscover: readonly Allowed[] = [
  {
    statement: 'as counted) as entries',
    anyStep: true,
    reason: 'The entries of the index of each filter are counted, up to 10,000 of them.',
  },
  {
    statement: 'with looked as materialized ( select t.id',
    anyStep: true,
    reason: 'One title in 512 is looked at.',
  },
  {
    statement: 'with matched as materialized ( select t.id,',
    anyStep: true,
    reason:
      'The cheapest plan of those that the sample prices. At worst the facts of all titles are read from one index, ' +
      'only for filters that are all common and together leave few.',
  },
  {
    statement: 'with recursive known (text) as (',
    anyStep: true,
    reason: 'One entry of an index is read for each different list, of which there are a few thousand.',
  },
]
