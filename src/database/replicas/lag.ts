/** Moments that are remembered: at four in a second, those of the last minutes. */
const MOMENTS = 1_200

/** A position of the primary, and when it was first seen to be there. */
type Moment = { position: number; atMs: number }

/**
 * Knows for how long somebody who follows a log has lacked something that was seen to be in it. The time is that at
 * which the primary was asked last: while it is away, nobody falls behind.
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
    /** Nothing is known of it any more. */
    forget: (follower: Follower): void => void positions.delete(follower),
    /** Undefined where nothing is known. What is older than anything remembered is as old as that at least. */
    lagOf(follower: Follower): number | undefined {
      const replicaAt = positions.get(follower)
      if (replicaAt === undefined || askedMs === undefined) return undefined
      const lacking = moments.find(({ position }) => position > replicaAt)
      return lacking ? askedMs - lacking.atMs : 0
    },
  }
}
