import { editPages } from './edit.ts'
import { namesPage } from './names.ts'
import { newPages } from './new.ts'
import { episodePages } from './season/pages.ts'

export const editing = [namesPage, ...newPages, ...episodePages, ...editPages]
