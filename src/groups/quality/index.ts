import { findings } from './findings.ts'
import { list } from './list.ts'

export const quality = [list, findings]
