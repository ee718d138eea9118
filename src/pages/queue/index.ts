import type { Page } from '../page.ts'
import { decide } from './decide.ts'
import { decideMany } from './decide-many.ts'
import { list } from './list.ts'
import { one } from './one-edit.ts'

/** Edits that wait until somebody has looked at them. */
export const queue: readonly Page[] = [list, decideMany, one, decide]
