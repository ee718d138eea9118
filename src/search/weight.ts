/** Postings are ordered by this many steps of importance, from 0 for what is known best. */
const weights = 64
/** The steps are about a third of a doubling apart. */
const stepsPerDoubling = 3.6

/** How important a record is: doublings of what is popular, and half as much for those of votes. */
export const importanceOf = (popularity: number, votes: number): number =>
  Math.log2(1 + Math.max(0, popularity)) + Math.log2(1 + Math.max(0, votes)) / 2

/** The step of a record in the order of postings. */
export const weightOf = (popularity: number, votes: number): number =>
  weights - 1 - Math.min(weights - 1, Math.floor(importanceOf(popularity, votes) * stepsPerDoubling))
