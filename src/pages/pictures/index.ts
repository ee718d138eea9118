import { addPages } from './add.ts'
import { imagePages } from './image.ts'
import { imageLists } from './list.ts'

export const pictures = [...imageLists, ...addPages, ...imagePages]
