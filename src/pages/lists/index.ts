import { addToList, askList } from './add.ts'
import { changeDescription, editList, removeList, replaceLink } from './edit.ts'
import { followedListsPage } from './followed-lists.ts'
import { hiding } from './hide.ts'
import { changeKeepers, keepOrLeave } from './keepers.ts'
import { changeItem, showList, showUnlisted } from './list.ts'
import { makeList, myLists } from './my-lists.ts'
import { exportCsv, exportJson, listFeed } from './share.ts'

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
  replaceLink,
  changeKeepers,
  keepOrLeave,
  showUnlisted,
  listFeed,
  exportCsv,
  exportJson,
  followedListsPage,
  ...hiding,
]
