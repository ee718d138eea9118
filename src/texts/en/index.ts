import { access } from './access.ts'
import { account } from './account.ts'
import { admin } from './admin.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { catalogue } from './catalogue.ts'
import { checks } from './checks.ts'
import { common } from './common.ts'
import { commons } from './commons.ts'
import { connect } from './connect.ts'
import { diary } from './diary.ts'
import { discover } from './discover.ts'
import { edit } from './edit.ts'
import { factors } from './factors.ts'
import { fill } from './fill.ts'
import { followed } from './followed.ts'
import { following } from './following.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { kept } from './kept.ts'
import { keptImport } from './kept-import.ts'
import { keys } from './keys.ts'
import { library } from './library.ts'
import { lists } from './lists.ts'
import { mails } from './mails.ts'
import { members } from './members.ts'
import { mergeAndDelete } from './merge-and-delete.ts'
import { moderation } from './moderation.ts'
import { namesInForms } from './names-in-forms.ts'
import { offered } from './offered.ts'
import { owned } from './owned.ts'
import { pictures } from './pictures.ts'
import { players } from './players.ts'
import { profiles } from './profiles.ts'
import { quality } from './quality.ts'
import { queue } from './queue.ts'
import { reference } from './reference.ts'
import { server } from './server.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { title } from './title.ts'
import { tokens } from './tokens.ts'
import { undo } from './undo.ts'
import { webhooks } from './webhooks.ts'
import { words } from './words.ts'

export const en = {
  common,
  followed,
  commons,
  access,
  account,
  catalogue,
  checks,
  connect,
  diary,
  discover,
  edit,
  factors,
  fill,
  history,
  home,
  server,
  settings,
  applications,
  keys,
  kept,
  admin,
  audit,
  library,
  lists,
  mails,
  members,
  moderation,
  pictures,
  offered,
  owned,
  players,
  profiles,
  quality,
  queue,
  reference,
  sharing,
  title,
  tokens,
  keptImport,
  undo,
  following,
  namesInForms,
  mergeAndDelete,
  webhooks,
  words,
}
