import type { UnreadableReason } from '#src/file-formats/text.ts'

/** Ids that other sites, and this one, give to a title. */
export type KeptIds = {
  imdb?: string
  tvdb?: number
  tmdb?: number
  /** Of a catalogue like this one: that from which the file was exported. */
  own?: number
}

/** Where something stands: a file, by its path inside of an archive, and the line or, of JSON, the entry. */
type KeptPlace = { file: string; line?: number }

/** A list that a title is on. */
export type KeptList = { name: string; description: string; isRanked: boolean }

/**
 * Something that a file says that somebody keeps. What other sites call a show or a series is `tv`, as in the
 * interface; its seasons and episodes name it in `series`.
 */
export type KeptEntry = {
  what: 'rating' | 'watchlist' | 'favourite' | 'watched' | 'listed' | 'review'
  kind: 'movie' | 'tv' | 'season' | 'episode'
  /** The file does not say whether it is a movie or a series; `kind` is what is likelier. */
  isKindGuessed?: true
  ids: KeptIds
  title?: string
  /** The title in its own language, where the file has it beside another one. */
  originalTitle?: string
  year?: number
  /** The series of a season or an episode, where the file names it. */
  series?: { ids: KeptIds; title?: string; year?: number }
  season?: number
  episode?: number
  /** Directors, where the file names them. */
  people?: readonly string[]
  /** A rating in halves, from 1 to 20. */
  value?: number
  /** When it was rated, added or watched; of a day, noon in UTC, which is that day nearly everywhere. */
  at?: string
  /** Where it is not known when something was watched: when it was ticked as watched, or known to have been. */
  by?: string
  /** The day on which something was watched where the person was, if the file knows it. */
  on?: string
  list?: KeptList
  /** The text of a review, and of what stands beside a title on a list. */
  text?: string
  /** The language of that text, where the file knows it. */
  language?: string
  place: KeptPlace
}

/** What a file seems to be that is none of those that are read. */
export type UnknownReason =
  | 'unknown_format'
  | 'unknown_table'
  | 'unknown_json'
  | 'unknown_xml'
  | 'unknown_archive'
  | 'is_spreadsheet'
  | 'is_document'
  | 'is_picture'
  | 'is_database'
  | 'is_other_archive'

/** Why a file, a line or a value was not read. */
export type RefusalReason =
  | UnreadableReason
  // Of a whole file.
  | UnknownReason
  | 'is_html'
  | 'is_empty'
  | 'file_too_large'
  | 'too_many_entries'
  // Nothing in the file says whether it is the watchlist, what was watched, or what was liked; its name has to.
  | 'unknown_list'
  // Of a line or an entry.
  | 'line_too_long'
  | 'broken_line'
  | 'unknown_column'
  | 'no_title'
  | 'wrong_rating'
  | 'wrong_date'
  // The day or the month may stand first, and no other line of the file says which.
  | 'ambiguous_date'
  | 'other_kind'
  // On hold, dropped, or begun: nothing that anybody keeps here.
  | 'other_state'
  | 'wrong_id'
  | 'too_many_episodes'
  | 'review_too_long'
  | 'review_too_many_marks'

/** What was not read, why, and the value that was wrong, shortened. The rest of the file is read. */
export type Refused = { place: KeptPlace; reason: RefusalReason; value?: string }

export const isRefused = (read: KeptEntry | Refused): read is Refused => 'reason' in read
