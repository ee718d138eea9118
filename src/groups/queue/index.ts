import { decide } from './decide.ts'
import { details } from './details.ts'
import { list } from './list.ts'

export const queue = [list, details, decide]
