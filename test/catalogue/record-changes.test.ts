import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { buildServer } from '#src/http/server.ts'
import { openTwo } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { image, tag, untag } from '../support/world/tagged.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

/** Changes of records as replies show them: grouped by key, each with the values before and after. */

const edit = (db: Database, record: RecordEdit, at = '2026-03-10T09:00:00.500Z') =>
  applyEdit(db, { account_id: null, at: new Date(at), records: [record] })

const tagged = entryId('images', 'movie', 501, ['/lantern-wide.jpg'])

type Item = { id: string; action: string; time: string }

forEachEngine(loadWorld, (engine) => {
  const open = async (t: Parameters<typeof openTwo>[0]) => {
    const [own, db] = await openTwo(t, engine)
    let nowMs = 0
    const { config } = readConfig({ site: 'https://site.example' }, {})
    const app = buildServer({ db: own, config, pages: [], clock: () => new Date(testDay), now: () => (nowMs += 1_000) })
    t.after(() => app.close())
    const ask = async (path: string) => {
      const { body } = await app.inject({ url: `/3${path}`, headers: { authorization: `Bearer ${keys.first}` } })
      return JSON.parse(body)
    }
    return { db, ask }
  }

  /** The changes without their ids and, where it is the usual one, their time. */
  const plain = (reply: { changes: { key: string; items: Item[] }[] }) =>
    reply.changes.map(({ key, items }) => [
      key,
      ...items.map(({ id, time, ...rest }) => {
        assert.match(id, /^[0-9a-f]{24}$/)
        assert.equal(time, '2026-03-10 09:00:00 UTC')
        return rest
      }),
    ])
  const none = { iso_639_1: '', iso_3166_1: '' }

  test('of a movie: fields, texts, words, companies, credits, pictures and what has no key of its own', async (t) => {
    const { db, ask } = await open(t)
    assert.deepEqual(await ask('/movie/501/changes'), { changes: [] })
    await edit(db, {
      kind: 'movie',
      id: 501,
      values: { runtime: 113, tagline: 'Follow the light.', poster_path: '/new.jpg', release_date: '2021-06-19' },
      texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { tagline: null } }],
      parts: {
        genres: { put: [{ genre_id: 35, position: 2 }], remove: [{ genre_id: 18 }] },
        keywords: { remove: [{ keyword_id: 802 }] },
        external_ids: { put: [{ external_source: 'filmdb_id', value: 'tt0000999' }] },
        credits: { remove: [{ id: `${50104}`.padStart(24, '0') }] },
      },
    })
    assert.deepEqual(plain(await ask('/movie/501/changes')), [
      [
        'crew',
        {
          action: 'deleted',
          ...none,
          original_value: {
            credit_id: '000000000000000000050104',
            person_id: 303,
            department: 'Writing',
            job: 'Screenplay',
          },
        },
      ],
      ['filmdb_id', { action: 'updated', ...none, value: 'tt0000999', original_value: 'tt0000501' }],
      [
        'general',
        {
          action: 'updated',
          ...none,
          value: { release_date: '2021-06-19' },
          original_value: { release_date: '2021-06-18' },
        },
      ],
      [
        'genres',
        { action: 'deleted', ...none, original_value: { id: 18, name: 'Drama' } },
        { action: 'added', ...none, value: { id: 35, name: 'Comedy' } },
      ],
      [
        'images',
        {
          action: 'updated',
          ...none,
          value: { poster: { file_path: '/new.jpg' } },
          original_value: { poster: { file_path: '/lantern-own.jpg' } },
        },
      ],
      ['plot_keywords', { action: 'deleted', ...none, original_value: { id: 802, name: 'glass maker' } }],
      ['runtime', { action: 'updated', ...none, value: 113, original_value: 112 }],
      [
        'tagline',
        { action: 'deleted', iso_639_1: 'de', iso_3166_1: 'DE', original_value: 'Folge ihm.' },
        {
          action: 'updated',
          iso_639_1: 'en',
          iso_3166_1: 'US',
          value: 'Follow the light.',
          original_value: 'Follow it.',
        },
      ],
    ])
  })

  test('of images, with the paths of those that people are on, and of offers, which have a key', async (t) => {
    const { db, ask } = await open(t)
    const offer = {
      iso_3166_1: 'DE',
      type: 'flatrate',
      provider_id: 902,
      link: 'https://b.example/',
      as_of: '2026-03-10',
    }
    await edit(db, tag(303))
    await edit(db, { kind: 'movie', id: 501, parts: { 'watch/providers': { put: [offer] } } })
    const onImage = { backdrop: { file_path: '/lantern-wide.jpg', id: tagged, person_id: 303 } }
    const added = { action: 'added', ...none, value: onImage }
    const inGermany = { iso_639_1: '', iso_3166_1: 'DE' }
    const offered = { action: 'added', ...inGermany, value: { ...offer, provider_name: 'Beacon Rentals' } }
    assert.deepEqual(plain(await ask('/movie/501/changes')), [
      ['images', added],
      ['watch_providers', offered],
    ])
    await edit(db, untag(303))
    await edit(db, image('remove'))
    const [gone, offers] = plain(await ask('/movie/501/changes'))
    assert.deepEqual(offers, ['watch_providers', offered])
    assert.deepEqual(gone?.slice(1), [
      { action: 'deleted', ...none, original_value: { backdrop: { file_path: '/lantern-wide.jpg' } } },
      { action: 'deleted', ...none, original_value: onImage },
      added,
    ])
  })

  test('of an episode, which is a change of its season and its series too', async (t) => {
    const { db, ask } = await open(t)
    await edit(db, { kind: 'episode', id: 60121, values: { production_code: 'T-7' } })
    const changed = { action: 'updated', ...none }
    assert.deepEqual(plain(await ask('/tv/episode/60121/changes')), [
      ['production_code', { ...changed, value: 'T-7', original_value: 'TS-201' }],
    ])
    assert.deepEqual(plain(await ask('/tv/season/6012/changes')), [
      ['episode', { ...changed, value: { episode_id: 60121, episode_number: 1 } }],
    ])
    assert.deepEqual(plain(await ask('/tv/601/changes')), [
      ['season', { ...changed, value: { season_id: 6012, season_number: 2 } }],
    ])
  })

  test('a page has a thousand changes, the latest first, and the ids of all are different', async (t) => {
    const { db, ask } = await open(t)
    for (const part of [0, 1, 2]) {
      const put = Array.from({ length: 334 }, (_, at) => ({
        iso_3166_1: 'US',
        title: `Title ${part * 334 + at}`,
        type: '',
      }))
      await edit(db, { kind: 'movie', id: 502, parts: { alternative_titles: { put } } })
    }
    const pages = [await ask('/movie/502/changes'), await ask('/movie/502/changes?page=2')]
    const items = pages.map(({ changes }) => changes.flatMap((group: { items: Item[] }) => group.items))
    assert.deepEqual(
      items.map(({ length }) => length),
      [1_000, 2],
    )
    assert.deepEqual(
      items[1]?.map(({ value }: { value: { title: string } }) => value.title),
      ['Title 1', 'Title 0'],
    )
    assert.equal(new Set(items.flat().map(({ id }: Item) => id)).size, 1_002)
  })
})
