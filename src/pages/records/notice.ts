import type { PendingImage } from '#src/contributions/pending-images.ts'
import type { Html } from '../html.ts'

/** What the reader of a record's page has to know of its state, and whether they follow it. */
export type RecordNotice = {
  shown: Html
  isFollowing: boolean
  /** Pictures that the reader has added and that wait: they see them where there is no other. */
  ownPictures: readonly PendingImage[]
}
