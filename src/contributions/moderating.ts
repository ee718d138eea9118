import type { Actor } from '#src/audit/acts.ts'
import { requireModerator } from '#src/contract/access.ts'
import { type Writing, write } from '#src/contract/write.ts'
import { takeAvatar } from './avatars.ts'
import { type ImageSubject, restoreImage } from './images.ts'
import { judgeList, removeReviewAsModerator } from './moderation.ts'
import { hideProfile, showProfile } from './profiles.ts'
import { lockRecord, unlockRecord } from './record-locks.ts'
import { answerReports } from './reports.ts'
import { trustMember } from './trusted-members.ts'

/** What moderators do, on pages and through the interface. Each act is in the log, and whom it is about is told. */

type Moderator = Actor & { by: number }

/** An act of a moderator, who is let through alone; `by` is the actor of whom the log speaks. */
const act = <Given, Result>(work: (db: Writing['db'], given: Given, by: Moderator) => Promise<Result>) =>
  write([], ({ db, now, account }, given: Given) => {
    requireModerator(account)
    return work(db, given, { by: account.id, now })
  })

type First<Work> = Work extends (db: never, first: infer Given, ...rest: never) => unknown ? Given : never

/** Answers all open reports of one thing; returns how many those were. */
export const answerReport = act((db, given: First<typeof answerReports>, by) => answerReports(db, given, by))

type Lock = { locked: First<typeof lockRecord>; reason: string } & Parameters<typeof lockRecord>[2]

export const lock = act((db, { locked, reason, ...lasting }: Lock, by) =>
  lockRecord(db, locked, lasting, { ...by, reason }),
)

/** False if nothing is locked there. */
export const unlock = act((db, locked: First<typeof unlockRecord>, by) => unlockRecord(db, locked, by))

/** Lets the edits of a member go live at once, or no longer; false if it is so already, or of who is no member. */
export const trustOf = act((db, { id, isTrusted, reason }: { id: number; isTrusted: boolean; reason: string }, by) =>
  trustMember(db, id, isTrusted, { ...by, reason }),
)

/** False if there is nothing to hide, or it is the moderator's own. */
export const hideProfileOf = act((db, { id, reason }: { id: number; reason: string }, by) =>
  hideProfile(db, id, { ...by, reason }),
)

export const showProfileOf = act((db, { id }: { id: number }, by) => showProfile(db, id, by))

/** The path of the picture that was taken away; undefined if there is none, or it is the moderator's own. */
export const takeAvatarOf = act((db, { id, reason }: { id: number; reason: string }, by) =>
  takeAvatar(db, id, { ...by, reason }),
)

type OfModerator<Given> = Omit<Given, 'moderator_id' | 'now'>

/** Hides a list or its texts from everybody but its owner, or shows them again. */
export const judgeListOf = act((db, given: OfModerator<First<typeof judgeList>>, { by, now }) =>
  judgeList(db, { ...given, moderator_id: by, now }),
)

/** Removes somebody else's review; false if there is none. */
export const removeReviewOf = act((db, given: OfModerator<First<typeof removeReviewAsModerator>>, { by, now }) =>
  removeReviewAsModerator(db, { ...given, moderator_id: by, now }),
)

/** Brings back a removed picture, with its votes; false if there is none. */
export const restorePicture = act(
  (db, { about, gallery, id }: { about: ImageSubject; gallery: string; id: string }, { by, now }) =>
    restoreImage(db, by, about, gallery, id, now),
)
