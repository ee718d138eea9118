import { imageLists } from './list.ts'

export const pictures = [...imageLists]
