import { type LoggedRecord, recordLog } from './logged-records.ts'

/** Records with new votes for their images that are known one by one. */
export const maxLoggedVotes = 500

/** The records with new votes for their images, which are not in the change log. */
const log = recordLog('votes', 'voted_record', maxLoggedVotes)

/** A record with new votes for its images. */
export type VotedRecord = LoggedRecord

export const logImageVotes = log.add
export const imageVotesAfter = log.after
