import type { Source } from '#src/catalogue/sources.ts'

/**
 * Where values come from that nothing but the name of a file tells, whichever source the files have: below all that
 * has facts, so that these take their place once somebody brings them.
 */
export const namesSource: Source = {
  ...{ id: 'file-names', name: 'Names of files', licence: 'unknown', url: '' },
  ...{ rank: 0, redistributable: false },
}
