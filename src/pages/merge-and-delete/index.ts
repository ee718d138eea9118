import { deletePages } from './delete.ts'
import { mergePages } from './merge.ts'
import { movePages } from './move.ts'

/** What is done to records as a whole: they are merged, deleted and moved. */
export const wholes = [...mergePages, ...deletePages, ...movePages]
