import { editPages } from './edit.ts'
import { newPages } from './new.ts'
import { episodePages } from './season/pages.ts'

export const editing = [...newPages, ...episodePages, ...editPages]
