import { addToList, askList } from './add.ts'
import { changeDescription, editList, removeList } from './edit.ts'
import { changeItem, showList } from './list.ts'
import { makeList, myLists } from './my-lists.ts'

export const lists = [
  myLists,
  makeList,
  askList,
  addToList,
  showList,
  changeItem,
  editList,
  changeDescription,
  removeList,
]
