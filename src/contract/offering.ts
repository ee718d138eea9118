/** How far a correction has come that is offered to the publisher of a followed catalogue. */
export const offerStates = ['offered', 'waiting', 'accepted', 'same', 'refused', 'unsendable'] as const
export type OfferState = (typeof offerStates)[number]

/** Those in which something may still become of it. */
export const openOfferStates = ['offered', 'waiting', 'accepted'] as const satisfies readonly OfferState[]

/** Why a correction was refused, or cannot be sent. */
const offerReasons = [
  /** A moderator there has refused it. */
  'judged',
  /** The pending edit is not there any more. */
  'withdrawn',
  /** It names records that the publisher does not have. */
  'unknown_records',
  /** Nobody here says any of it any more. */
  'nothing_left',
  /** The record is new there, and its name does not come from people here. */
  'not_ours',
  /** The publisher has deleted the record. */
  'gone_there',
  /** The publisher says what does not fit. */
  'faults',
  /** It is locked there, or the member may not change it. */
  'denied',
  /** It is longer than the publisher takes. */
  'too_large',
  /** Others there change the record again and again. */
  'conflict',
  /** The publisher could not be reached for too long. */
  'given_up',
] as const
export type OfferReason = (typeof offerReasons)[number]

/** Why nothing can be sent to a publisher, each with whether that ends when there is another token. */
export const memberProblems = {
  /** Nobody answers, or not in time. */
  unreachable: { isRefused: false },
  /** The server of the publisher cannot do it now. */
  refused: { isRefused: false },
  /** The publisher wants a pause. */
  limited: { isRefused: false },
  /** There is no interface for edits at the address. */
  no_interface: { isRefused: false },
  /** The token was revoked, or has expired. */
  token_refused: { isRefused: true },
  /** The token may not edit. */
  token_scope: { isRefused: true },
  /** The member is suspended, or has not confirmed an address. */
  member_refused: { isRefused: true },
  /** The token was sealed with a key that the server does not have any more. */
  token_lost: { isRefused: true },
} as const satisfies Record<string, { isRefused: boolean }>
export type MemberProblem = keyof typeof memberProblems
export const memberProblemNames = Object.keys(memberProblems) as MemberProblem[]
