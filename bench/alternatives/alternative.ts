import type { Server } from '../support/server.ts'

/** A movie with what all of the compared programs store of it. */
export type Movie = {
  id: number
  title: string
  original_title: string
  original_language: string
  overview: string
  release_date: string | null
  runtime: number
  popularity: number
  vote_average: number
  vote_count: number
  poster_path: string | null
  genre_ids: number[]
}

/** What the same requests are called by a program. Pages have 20 movies, in the order of popularity. */
export type Paths = {
  byId(id: number): string
  sorted(page: number): string
  ofGenre(genre: number): string
  titled(word: string): string
}

export type Running = Paths & {
  server: Server
  /** The movies in a reply to any of the requests. */
  moviesIn(reply: unknown): { id: number; title: string }[]
}

/** A program that people would take instead, as it is installed from npm. */
export type Alternative = {
  name: string
  version: string
  /** Packages with their versions that npm installs beside it, whatever other versions it names. */
  beside?: Readonly<Record<string, string>>
  /** Starts it in `folder`, which is its own, with all movies. `installed` is where npm has installed it. */
  start(installed: string, folder: string, movies: readonly Movie[]): Promise<Running>
}
