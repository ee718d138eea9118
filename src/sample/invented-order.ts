const episodesPerDisc = 26

/** Another order of an invented series: by discs, which nobody sells. */
export function inventedOrder(firstEpisode: number, episodes: number) {
  const discs = Array.from({ length: Math.ceil(episodes / episodesPerDisc) }, (_, disc) => ({
    name: `Disc ${disc + 1}`,
    order: disc,
    locked: false,
    episodes: Array.from({ length: Math.min(episodesPerDisc, episodes - disc * episodesPerDisc) }, (_, index) => ({
      // The last episodes first.
      id: firstEpisode + episodes - 1 - (disc * episodesPerDisc + index),
    })),
  }))
  const description = 'An invented order of the sample, from the last episode to the first.'
  return { results: [{ type: 3, name: 'Backwards (invented)', description, groups: discs }] }
}
