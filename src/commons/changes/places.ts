/** Who waits: the id of a key, or an address of somebody without one. */
type Asker = number | string

/** Places for those who wait, so many in all and for one asker. */
export function openPlaces(most: number, mostOfOne: number) {
  const taken = new Map<Asker, number>()
  let all = 0

  return {
    /** Takes a place, and returns what gives it back; undefined if there is none. */
    take(asker: Asker): (() => void) | undefined {
      const own = taken.get(asker) ?? 0
      if (all >= most || own >= mostOfOne) return undefined
      all++
      taken.set(asker, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all--
        const left = (taken.get(asker) ?? 1) - 1
        if (left > 0) taken.set(asker, left)
        else taken.delete(asker)
      }
    },
    /** How many are taken, and by how many askers. */
    state: () => ({ taken: all, askers: taken.size }),
  }
}
