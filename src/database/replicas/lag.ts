/** Moments that are remembered: at four per second, those of the last minutes. */
const MOMENTS = 1_200

/** A position of the primary, and when it was first seen there. */
type Moment = { position: number; atMs: number }

/**
 * Tracks for how long a follower has lacked something that the primary had. Time stops at the last answer of the
 * primary: while it is down, nobody falls behind.
 */
export function openLagTracker<Follower extends object>(now = () => performance.now()) {
  const moments: Moment[] = []
  const positions = new Map<Follower, number>()
  let askedMs: number | undefined

  return {
    /** The primary is at a position now. */
    primaryAt(position: number): void {
      askedMs = now()
      if (moments.at(-1)?.position !== position) moments.push({ position, atMs: askedMs })
      if (moments.length > MOMENTS) moments.shift()
    },
    replicaAt: (follower: Follower, position: number): void => void positions.set(follower, position),
    /** Its position is unknown from now on. */
    forget: (follower: Follower): void => void positions.delete(follower),
    /** Undefined if unknown. If it lacks even the oldest remembered position, the lag is at least the age of that. */
    lagOf(follower: Follower): number | undefined {
      const replicaAt = positions.get(follower)
      if (replicaAt === undefined || askedMs === undefined) return undefined
      const lacking = moments.find(({ position }) => position > replicaAt)
      return lacking ? askedMs - lacking.atMs : 0
    },
  }
}
