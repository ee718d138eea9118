import { create } from './create.ts'
import { remove } from './delete.ts'
import { details } from './details.ts'
import { itemStatus } from './item-status.ts'
import { addMovie, clear, removeMovie } from './items.ts'

export const lists = [create, details, remove, addMovie, removeMovie, itemStatus, clear]
