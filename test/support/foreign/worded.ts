import assert from 'node:assert/strict'
import { refusalReason } from '#src/texts/de/refusals.ts'

/** Fails if pages in German have no words for why something was refused. */
export const assertWorded = (reason: string) =>
  assert.notEqual(refusalReason(reason), undefined, `src/texts/de/refusals.ts has no words for: ${reason}`)
