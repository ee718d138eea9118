import type { Page } from '../page.ts'
import { decide } from './decide.ts'
import { list } from './list.ts'
import { decideMany } from './many.ts'
import { one } from './one.ts'

/** Edits that wait until somebody has looked at them. */
export const queue: readonly Page[] = [list, decideMany, one, decide]
