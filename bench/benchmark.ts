import type { Tool } from './support/tools.ts'

/** A table of what stands behind a figure, for docs/performance.md. Cells hold no markup but `code`. */
export type Table = { title: string; columns: string[]; rows: string[][] }

/** Bars or lines over the same places, which becomes a picture beside the document. */
export type Chart = {
  /** The name of its file, without an ending. */
  name: string
  title: string
  drawnAs: 'bars' | 'lines'
  places: string[]
  /** What the places are, where they do not say it themselves. */
  of?: string
  /** Of the values. */
  unit: string
  series: { name: string; values: number[] }[]
}

/** One row of docs/performance.md. */
export type Figure = {
  /** What was measured, in words. */
  what: string
  /** The measured value with its unit, as it is shown: `3.1 × bare (median of 7, 2.9 to 3.4)`. */
  measured: string
  /** What is wanted, as it is shown; absent where a figure is only reported. */
  wanted?: string
  /** Whether it is reached; absent where a figure is only reported. */
  isReached?: boolean
  /** The command that measures it again. */
  command: string
  /** Why it is not reached, or what has to be known to read it. */
  note?: string
  /** The value, in charts of several catalogues. */
  value?: number
  /** What the figure is made of. */
  details?: Table
  chart?: Chart
}

/** A data folder that holds a catalogue of the generator, imported with `reelcommons import`. */
export type Catalogue = {
  movies: number
  /** What `--data` is given. */
  data: string
  /** An API key without a limit. */
  key: string
  /** A session of an account that is nobody's. */
  session: string
}

/** What every benchmark is given. */
export type Bench = {
  large: Catalogue
  /** The same as the large one where that is no larger. */
  small: Catalogue
  /** The key of the large catalogue. */
  key: string
  /** A folder for what a benchmark makes; it is removed after the run. */
  scratch: string
  /** Rounds of which the median is taken; 5 at least in a run that counts. */
  rounds: number
  /** How long a server is under load in a round. */
  roundSeconds: number
  /** How long a soak is. */
  minutes: number
  /** The operations that are read one by one; a part of them in a try. */
  operations: readonly string[]
  /** The command that runs a benchmark again: `npm run bench -- reads`. */
  commandOf(name: string): string
  /** Says what is going on, on standard error. */
  say(text: string): void
}

/** One file of `bench/`. `npm run bench -- NAME` runs only this one. */
export type Benchmark = {
  name: string
  title: string
  /** How it measures, for docs/performance.md: a paragraph. */
  method?: string
  /** Programs of others that it needs for some of its figures; it leaves those out if one is missing. */
  tools?: readonly Tool[]
  run(bench: Bench): Promise<Figure[]>
}
