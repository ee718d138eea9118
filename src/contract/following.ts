/** Whether a followed catalogue is asked for what is new. Stopped is one that a person has to look at. */
export const followStates = ['following', 'paused', 'stopped', 'removing'] as const
export type FollowState = (typeof followStates)[number]

/** Why a followed catalogue cannot go on, each with whether a person has to look at it before it does. */
export const followProblems = {
  /** Nobody answers, or not in time. */
  unreachable: { stops: false },
  /** The server of the publisher says that it cannot, or that it has no such file. */
  refused: { stops: false },
  /** What is there is not what the format says. */
  format: { stops: false },
  /** A file has other bytes than its manifest says. */
  digest: { stops: false },
  /** More than may be: a file, what it unpacks to, or its lines. */
  bounds: { stops: false },
  /** A packet says that it is another one. */
  order: { stops: false },
  /** An older state than one that was seen. */
  rolled_back: { stops: false },
  /** The manifest is too old to be believed, or from the future. */
  expired: { stops: false },
  future: { stops: false },
  /** Whoever looks for the first time finds nothing there. */
  absent: { stops: false },
  /** There is no whole dump to begin with. */
  nothing_whole: { stops: false },
  /** The instance has a key that the known one has not signed. */
  key_changed: { stops: true },
  /** There is no room on the disk. */
  disk_full: { stops: false },
  /** Nobody foresaw it. */
  fault: { stops: false },
} as const satisfies Record<string, { stops: boolean }>

export type ProblemName = keyof typeof followProblems
export const problemNames = Object.keys(followProblems) as ProblemName[]
