import { decide } from './decide.ts'
import { list } from './list.ts'

export const queue = [list, decide]
