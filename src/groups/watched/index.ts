import { add } from './add.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'

export const watched = [add, list, remove]
