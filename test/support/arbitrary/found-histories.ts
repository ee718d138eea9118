import type { History } from './servers.ts'

const plain = { hasPrivate: false, hasPictures: false }

/** Histories of three servers that have found something once. */
export const foundHistories: readonly History[] = [
  {
    // A merge waits where somebody has changed one of the two, or something below it.
    ...plain,
    events: [
      { on: 'first', merge: { kind: 'season', id: 6041, into: 6021 } },
      { on: 'second', merge: { kind: 'episode', id: 60111, into: 60212 } },
    ],
  },
  {
    // The survivor of a merge had a name that was not published, and got that of the other one.
    ...plain,
    hasPrivate: true,
    events: [{ on: 'first', merge: { kind: 'collection', id: 401, into: 402 } }],
  },
  {
    // What somebody has removed here is still named there.
    ...plain,
    events: [
      { on: 'first', edit: { edit: [{ kind: 'movie', id: 503, values: { collection_id: 401 } }] } },
      { on: 'second', edit: { edit: [{ kind: 'collection', id: 401, isDeleted: true }] } },
    ],
  },
  {
    // Companies changed their places alone, which an import does not note.
    ...plain,
    events: [
      { on: 'second', merge: { kind: 'company', id: 101, into: 103 } },
      { publishes: 'second', killedAfter: undefined },
      { takes: 'third', fate: { is: 'whole' } },
      {
        on: 'first',
        edit: {
          edit: [
            {
              kind: 'series',
              id: 601,
              parts: { production_companies: { remove: [{ company_id: 102, position: 0 }] } },
            },
          ],
        },
      },
    ],
  },
  {
    // A merge is undone, and what was merged is there again.
    ...plain,
    events: [
      { on: 'first', merge: { kind: 'person', id: 302, into: 303 } },
      { publishes: 'first', killedAfter: undefined },
      { takes: 'second', fate: { is: 'whole' } },
      { publishes: 'second', killedAfter: undefined },
      { takes: 'third', fate: { is: 'killed', after: 90 } },
      { wantsWhole: 'second' },
      { takes: 'second', fate: { is: 'whole' } },
      { on: 'first', undo: 0 },
    ],
  },
  {
    // A season was merged, and somebody who had not heard of it handed on where the two were.
    ...plain,
    events: [
      { on: 'first', merge: { kind: 'season', id: 6011, into: 6041 } },
      { takes: 'first', fate: { is: 'whole' } },
    ],
  },
  {
    // Of two movies that a server has made, one has the number of a movie here, and the other the next one of our own.
    ...plain,
    events: [
      { on: 'second', edit: { edit: [{ kind: 'movie', values: { title: 'Lantern' } }] } },
      { on: 'second', edit: { edit: [{ kind: 'movie', values: { title: 'The Glass' } }] } },
      { on: 'first', edit: { edit: [{ kind: 'movie', values: { title: 'glimmer' } }] } },
    ],
  },
  {
    // What was deleted there is named here by somebody.
    ...plain,
    events: [
      {
        on: 'second',
        edit: {
          edit: [
            { kind: 'movie', id: 503, parts: { production_companies: { put: [{ company_id: 103, position: 0 }] } } },
          ],
        },
      },
      { on: 'first', edit: { edit: [{ kind: 'company', id: 103, isDeleted: true }] } },
    ],
  },
  {
    // Seasons go on in a series that comes with them, and get an episode in the same packet.
    ...plain,
    hasPrivate: true,
    events: [
      { on: 'first', merge: { kind: 'series', id: 601, into: 603 } },
      { takes: 'first', fate: { is: 'whole' } },
      { publishes: 'second', killedAfter: undefined },
      {
        on: 'first',
        edit: {
          edit: [
            {
              kind: 'episode',
              numbering: { series_id: 603, season_number: 1, episode_number: 5 },
              values: { name: 'New', air_date: '2026-03-12' },
            },
          ],
        },
      },
    ],
  },
  {
    // A series is deleted of which its own orders name episodes.
    ...plain,
    events: [{ on: 'first', edit: { edit: [{ kind: 'series', id: 601, isDeleted: true }] } }],
  },
  {
    // Two episodes of a publisher are one here, and an order of its series names both.
    ...plain,
    events: [{ on: 'second', merge: { kind: 'season', id: 6012, into: 6011 } }, { wantsWhole: 'second' }],
  },
  {
    // Two companies were merged where a series comes that names both, and a movie that names one without the other.
    ...plain,
    events: [
      {
        on: 'second',
        edit: {
          edit: [
            { kind: 'series', id: 601, parts: { production_companies: { put: [{ company_id: 102, position: 0 }] } } },
            { kind: 'movie', id: 501, parts: { production_companies: { remove: [{ company_id: 102, position: 0 }] } } },
          ],
        },
      },
      { on: 'third', merge: { kind: 'company', id: 102, into: 101 } },
    ],
  },
  {
    // The only person whom a new movie credits was deleted here.
    ...plain,
    events: [
      { on: 'second', edit: { edit: [{ kind: 'person', id: 302, isDeleted: true }] } },
      {
        on: 'first',
        edit: {
          edit: [
            {
              kind: 'movie',
              values: { title: 'Lantern' },
              parts: {
                credits: {
                  put: [
                    {
                      ...{ id: 'dddddddddddddddddddddddd', person_id: 302, character: 'Ansa', order: 3, cast_id: 9 },
                      ...{ episode_count: 12, credit_type: 'cast', department: 'Acting', job: 'Actor' },
                    },
                  ],
                },
              },
            },
          ],
        },
      },
    ],
  },
  {
    // A merge is undone, and the survivor names what was merged into it, with a line that comes first.
    ...plain,
    events: [
      { on: 'first', merge: { kind: 'company', id: 102, into: 101 } },
      { publishes: 'first', killedAfter: undefined },
      { on: 'first', undo: 4 },
    ],
  },
  {
    // Of two movies that are one here, one is deleted there.
    ...plain,
    events: [
      { on: 'second', edit: { edit: [{ kind: 'movie', id: 501, isDeleted: true }] } },
      { on: 'third', merge: { kind: 'movie', id: 501, into: 502 } },
    ],
  },
  {
    // Both of two movies that are one here are deleted there, one of them after a whole dump is wanted.
    ...plain,
    events: [
      { on: 'second', merge: { kind: 'movie', id: 501, into: 502 } },
      { on: 'first', edit: { edit: [{ kind: 'movie', id: 502, isDeleted: true }] } },
      { publishes: 'first', killedAfter: undefined },
      { takes: 'second', fate: { is: 'whole' } },
      { on: 'first', edit: { edit: [{ kind: 'movie', id: 501, isDeleted: true }] } },
      { wantsWhole: 'second' },
    ],
  },
  {
    // Somebody corrects one of two texts of a translation.
    ...plain,
    events: [
      {
        on: 'second',
        edit: {
          edit: [
            {
              kind: 'person',
              id: 301,
              texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { name: 'The Glass' } }],
            },
          ],
        },
      },
    ],
  },
  {
    // A merge there, into one that was deleted here.
    ...plain,
    events: [
      { on: 'second', edit: { edit: [{ kind: 'collection', id: 402, isDeleted: true }] } },
      { on: 'first', merge: { kind: 'collection', id: 401, into: 402 } },
    ],
  },
]
