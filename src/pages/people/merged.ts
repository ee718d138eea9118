import type { RenderContext } from '../page.ts'
import type { AggregateCredits, Credits } from '../records/part-replies.ts'
import { translatedWord } from '../records/translated-words.ts'

/** A person of a title, once, with everything that they did for it. */
export type MergedCredit = {
  id: number
  name: string
  profile_path: string | null
  /** Whom they play; empty if that is unknown. */
  roles: string[]
  /** As the catalogue names them. */
  jobs: string[]
  /** Of the first of their jobs. */
  department: string
  /** Where they stand: whoever is of the cast and did a job stands there, with the job. */
  of: 'cast' | 'guests' | 'crew'
  /** Of a series or a season; 0 if it is not known. */
  episodes: number
}

type Person = Pick<MergedCredit, 'id' | 'name' | 'profile_path'>
type Row = Person & { roles?: string[]; jobs?: string[]; department?: string; episodes?: number }

/** Jobs that most people look for, the first ones first. */
const firstJobs = ['Director', 'Creator', 'Writer', 'Screenplay', 'Story', 'Novel', 'Producer', 'Executive Producer']
const departments = ['Directing', 'Creator', 'Writing', 'Production', 'Camera', 'Editing', 'Sound', 'Art']

const placeIn = (list: readonly string[], word: string) => (list.indexOf(word) + list.length + 1) % (list.length + 1)

/** All people of a title, each once: the cast in its order, then the crew by what they did. */
export function mergedCredits(credits: Credits | AggregateCredits): MergedCredit[] {
  const people = new Map<number, Gathered>()
  for (const row of castRows(credits)) add(people, row, 'cast')
  for (const row of guestRows(credits)) add(people, row, 'guests')
  for (const row of crewRows(credits)) add(people, row, 'crew')
  const all = [...people.values()].map(({ roles, jobs, ...person }): MergedCredit => {
    return { ...person, roles: [...roles], jobs: [...jobs] }
  })
  const crew = all.filter(({ of }) => of === 'crew')
  const jobPlace = ({ jobs }: MergedCredit) => placeIn(firstJobs, jobs[0] ?? '')
  const inOrder = crew.sort(
    (one, other) =>
      placeIn(departments, one.department) - placeIn(departments, other.department) ||
      one.department.localeCompare(other.department, 'en') ||
      jobPlace(one) - jobPlace(other) ||
      other.episodes - one.episodes,
  )
  return [...all.filter(({ of }) => of !== 'crew'), ...inOrder]
}

function castRows({ cast }: Credits | AggregateCredits): Row[] {
  const inOrder = [...(cast as readonly (typeof cast)[number][])].sort((one, other) => one.order - other.order)
  return inOrder.map((one) =>
    'roles' in one
      ? { ...one, roles: one.roles.map(({ character }) => character), episodes: one.total_episode_count }
      : { ...one, roles: [one.character] },
  )
}

const guestRows = (credits: Credits | AggregateCredits): Row[] =>
  'guest_stars' in credits ? credits.guest_stars.map((one) => ({ ...one, roles: [one.character] })) : []

const crewRows = ({ crew }: Credits | AggregateCredits): Row[] =>
  crew
    .map((one) =>
      'jobs' in one
        ? { ...one, jobs: one.jobs.map(({ job }) => job), episodes: one.total_episode_count }
        : { ...one, jobs: [one.job] },
    )
    .sort((one, other) => placeIn(firstJobs, one.jobs[0] ?? '') - placeIn(firstJobs, other.jobs[0] ?? ''))

/** A person whose credits are being gathered. One may have thousands of them in a title. */
type Gathered = Omit<MergedCredit, 'roles' | 'jobs'> & { roles: Set<string>; jobs: Set<string> }

function add(people: Map<number, Gathered>, row: Row, of: MergedCredit['of']) {
  const { id, name, profile_path, roles = [], jobs = [], department = '', episodes = 0 } = row
  const fresh = { id, name, profile_path, roles: new Set<string>(), jobs: new Set<string>(), department: '', of }
  const person = people.get(id) ?? { ...fresh, episodes: 0 }
  people.set(id, person)
  person.profile_path ??= profile_path
  for (const role of roles) if (role !== '') person.roles.add(role)
  for (const job of jobs) if (job !== '') person.jobs.add(job)
  if (of === 'crew') person.department ||= department
  person.episodes = Math.max(person.episodes, episodes)
}

/** What somebody did, in words: roles, then jobs, then how many episodes. Several jobs may have the same word. */
export function workOf(context: RenderContext, { roles, jobs, episodes }: MergedCredit, what: 'roles' | 'all' = 'all') {
  const words = what === 'all' ? [...new Set(jobs.map((job) => translatedWord(context, 'job', job)))] : []
  return [roles.join(' / '), words.join(', '), context.texts.catalogue.episodeCount(episodes)]
    .filter(Boolean)
    .join(' · ')
}
