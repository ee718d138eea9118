import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from '#src/database/count-rows.ts'
import { sql } from '#src/database/sql.ts'
import { maxDeliveries } from '#src/players/deliveries.ts'
import { maxDeliveryBytes } from '#src/players/reading/body.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'
import { here, openTelling, outcomesIn, place, type Sent, watchedIn } from './opened.ts'
import * as recorded from './recorded.ts'

forEachEngine(loadWorld, (engine) => {
  test('what each player says was played is watched, at the time that it says', async (t) => {
    const lantern = (at: string) => `movie 501 2026-03-10T${at}:00.000Z`
    const told: readonly (readonly [name: string, body: object, became: string])[] = [
      ['plex, a movie', recorded.plexMovie, lantern('11:30')],
      ['plex, an episode', recorded.plexEpisode, 'episode 60112 2026-03-10T11:30:00.000Z'],
      ['plex, an agent of former versions', recorded.plexOldAgent, 'episode 60111 2026-03-10T11:30:00.000Z'],
      ['plex, a record of ours', recorded.plexOfOurs, 'movie 502 2026-03-10T11:30:00.000Z'],
      ['jellyfin, a movie', recorded.jellyfinMovie, lantern('11:45')],
      ['jellyfin, an episode', recorded.jellyfinEpisode, 'episode 60111 2026-03-10T11:45:00.000Z'],
      ['jellyfin, marked', recorded.jellyfinToggled(true), 'episode 60111 2026-03-10T11:45:00.000Z'],
      ['jellyfin, the other plug-in', recorded.otherPlugIn, 'episode 60112 2026-03-10T12:00:00.000Z'],
      ['emby, stopped', recorded.embyStop, 'episode 60121 2026-03-10T12:00:00.000Z'],
      ['emby, marked', recorded.embyMarked, 'episode 60121 2026-03-10T12:00:00.000Z'],
      ['tautulli, a movie', recorded.tautulliMovie, lantern('11:30')],
      ['tautulli, an episode', recorded.tautulliEpisode, 'episode 60111 2026-03-10T11:30:00.000Z'],
      ['scrobble, a movie', recorded.scrobbleMovie(96), lantern('12:00')],
      ['scrobble, an episode', recorded.scrobbleEpisode(80), 'episode 60112 2026-03-10T12:00:00.000Z'],
      ['kodi', recorded.kodiStop, 'episode 60111 2026-03-10T12:00:00.000Z'],
    ]
    const { server, send, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    for (const [name, body, became] of told) {
      assert.equal(await tell(body), 200, name)
      assert.deepEqual(await watchedIn(server), [became], name)
      await server.db.run(sql`delete from watched where account_id = 1`)
    }
    assert.equal((await send(recorded.plexForm(recorded.plexMovie))).statusCode, 200)
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ data: JSON.stringify(recorded.embyStop) }).toString()
    assert.equal((await send({ headers: asForm, payload })).statusCode, 200)
    const asText = { 'content-type': 'text/plain; charset=utf-8' }
    assert.equal((await send({ headers: asText, payload: JSON.stringify(recorded.jellyfinEpisode) })).statusCode, 200)
    assert.deepEqual(await watchedIn(server), [
      lantern('11:30'),
      'episode 60111 2026-03-10T11:45:00.000Z',
      'episode 60121 2026-03-10T12:00:00.000Z',
    ])
    const text = textOf(await ada.get(place))
    assert.match(text, /Zuletzt von Jellyfin gehört/)
    assert.match(text, /Tidewater Signals · 1×01 · First Light Gesehen · Jellyfin · von ada/)
    assert.match(textOf(await ada.get('/library/diary/2026-03')), /Gezeitensignale: Storm Warning/)
  })

  test('a movie that was played leaves the watchlist of who wants that', async (t) => {
    const { server, tell } = await openTelling(engine)
    t.after(() => server.close())
    const wanted = () => countRows(server.db, sql`from watchlist where account_id = 1 and entity_id = 501`)
    const want = () =>
      server.db.run(sql`
        insert into watchlist (account_id, kind, entity_id, created_at)
        values (1, 'movie', 501, '2026-03-01T00:00:00.000Z') on conflict do nothing`)
    for (const leaves of [false, true]) {
      await want()
      await server.db.run(sql`delete from watched where account_id = 1`)
      await server.db.run(sql`update account set leaves_watchlist = ${leaves} where id = 1`)
      await tell(recorded.plexMovie)
      assert.deepEqual([leaves, await wanted()], [leaves, leaves ? 0 : 1])
    }
  })

  test('a play counts once within its running time, whoever tells it, and again later', async (t) => {
    const { server, tell } = await openTelling(engine)
    t.after(() => server.close())
    server.setTime('2026-03-10T12:00:30.000Z')
    await tell(recorded.embyStop)
    await tell(recorded.embyMarked)
    await Promise.all([tell(recorded.kodiStop), tell(recorded.jellyfinEpisode), tell(recorded.tautulliEpisode)])
    assert.equal((await watchedIn(server)).length, 2)
    server.setTime('2026-03-10T12:49:00.000Z')
    await tell(recorded.embyStop)
    assert.equal((await watchedIn(server)).length, 2)
    server.setTime('2026-03-10T12:51:00.000Z')
    await tell(recorded.embyStop)
    assert.equal((await watchedIn(server)).length, 3)
    // Entered by hand for a day, it is the play of that day.
    server.setTime('2026-03-12T20:00:00.000Z')
    await server.db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (1, 'movie', 501, '2026-03-12T12:00:00.000Z', '2026-03-12', null, '2026-03-12T19:00:00.000Z')`)
    await tell(recorded.scrobbleMovie(100))
    assert.equal((await watchedIn(server)).length, 4)
    // The time of a view long ago is not that of this one.
    server.setTime('2026-03-20T20:00:00.000Z')
    await tell(recorded.plexMovie)
    assert.equal((await watchedIn(server)).at(-1), 'movie 501 2026-03-20T20:00:00.000Z')
    const outcomes = await outcomesIn(server)
    assert.equal(outcomes.filter((each) => each.startsWith('watched')).length, 4)
  })

  test('what is begun, paused and not ours changes nothing, and is noted once in a minute', async (t) => {
    const { server, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    const { plexMovie: plex, jellyfinMovie: jellyfin, embyStop: emby } = recorded
    const others = [
      { ...plex, event: 'media.pause' },
      { ...plex, event: 'media.rate', rating: '8' },
      { ...plex, Metadata: { ...plex.Metadata, type: 'track' } },
      { event: 'library.new', Server: plex.Server },
      { ...jellyfin, PlayedToCompletion: 'False' },
      { ...jellyfin, NotificationType: 'PlaybackProgress' },
      { ...jellyfin, ItemType: 'Audio' },
      { ...emby, PlaybackInfo: { PlayedToCompletion: false } },
      { Event: 'system.notificationtest', Server: {} },
      { ...recorded.tautulliMovie, action: 'play' },
      { ...recorded.kodiStop, method: 'Player.OnPause' },
      recorded.scrobbleMovie(40),
    ]
    for (const body of others) assert.equal(await tell(body), 200, JSON.stringify(body))
    assert.deepEqual([await watchedIn(server), await outcomesIn(server)], [[], []])
    assert.match(textOf(await ada.get(place)), /Zuletzt von Scrobble gehört/)
  })

  test('players that scrobble get the answers that they know', async (t) => {
    const { server, send } = await openTelling(engine)
    t.after(() => server.close())
    const answers = []
    for (const [action, progress] of [
      ['start', 0],
      ['stop', 0.4],
      ['pause', 0],
      ['pause', 97],
      ['stop', 79.9],
      ['stop', 80],
      ['rewind', 80],
    ] as const) {
      const reply = await send({ payload: JSON.stringify(recorded.scrobbleMovie(progress)) }, `/scrobble/${action}`)
      answers.push([reply.statusCode, reply.json().action ?? reply.json().status_code])
    }
    assert.deepEqual(answers, [
      [201, 'start'],
      [422, 5],
      [422, 5],
      [201, 'pause'],
      [201, 'pause'],
      [201, 'scrobble'],
      [404, 34],
    ])
    assert.deepEqual(await watchedIn(server), ['movie 501 2026-03-10T12:00:00.000Z'])
  })

  test('nothing is refused for being unknown: it is noted, and noted once if it is repeated', async (t) => {
    const { server, send, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    const deep = `{"event":"media.scrobble","Metadata":${'['.repeat(40)}${']'.repeat(40)}}`
    const wrong: readonly Sent[] = [
      { payload: '{"broken"' },
      { payload: '' },
      { payload: deep },
      { payload: '[1]' },
      { payload: '{"event":"surprise"}' },
      { payload: 'x'.repeat(maxDeliveryBytes + 1) },
      { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x\r\n\r\nnothing\r\n--x--' },
      { headers: { 'content-type': 'image/png' }, payload: '\u0089PNG' },
      { headers: { 'content-type': 'nonsense' }, payload: '{}' },
      { payload: JSON.stringify({ movie: {}, progress: 90 }) },
    ]
    for (const one of wrong) assert.equal((await send(one)).statusCode, 200, one.payload.slice(0, 80).toString())
    for (let time = 0; time < 3; time++) await tell({ movie: {}, progress: 90 })
    assert.deepEqual(await outcomesIn(server), [
      ...['unknown not_json 2', 'unknown too_deep 1', 'unknown no_player 1', 'unknown no_player 1'],
      ...['unknown too_large 1', 'unknown not_json 3', 'unknown no_title 4'],
    ])
    const text = textOf(await ada.get(place))
    assert.match(text, /surprise Nicht verstanden/)
    assert.match(text, /Die Meldung war größer als 1 MiB\./)
    assert.deepEqual(await watchedIn(server), [])
    // Texts that no database stores, and names without an end, are cut.
    await tell({ ...recorded.scrobbleMovie(90), movie: { title: `\u0000\ud800${'long '.repeat(20_000)}` } })
    assert.equal((await outcomesIn(server)).at(-1), 'waiting 1')
    for (let time = 0; time < maxDeliveries + 20; time++) await tell({ event: `event ${time}` })
    assert.equal((await outcomesIn(server)).length, maxDeliveries + 1, 'the last ones are kept, and what waits')
  })

  test('only the people count who are named, in a household that shares a player', async (t) => {
    const { server, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    const tooLong = await ada.post(`${place}/users`, { users: 'x'.repeat(101) }, here)
    assert.deepEqual([tooLong.status, /höchstens 20 Namen/.test(tooLong.body)], [422, true])
    const saved = await ada.post(`${place}/users`, { users: ' Ada , the Second,Ada' }, here)
    assert.equal(saved.status, 303)
    assert.match((await ada.get(place)).body, /value="Ada, the Second"/)
    await tell(recorded.jellyfinMovie)
    await tell({ ...recorded.plexMovie, Account: { id: 2, title: 'ben' } })
    await tell({ ...recorded.embyStop, User: { Name: 'ben' } })
    await tell(recorded.scrobbleEpisode(90))
    assert.equal((await watchedIn(server)).length, 2)
    assert.deepEqual(await outcomesIn(server), ['watched 1', 'other_user 1', 'other_user 1', 'watched 1'])
    const text = textOf(await ada.get(place))
    assert.ok(!/von ben[^<]*Tidewater/.test(text), 'what others watch is not told')
    await ada.post(`${place}/users`, { users: '' }, here)
    await tell({ ...recorded.embyStop, User: { Name: 'ben' } })
    assert.equal((await watchedIn(server)).length, 3)
  })

  test('what a player marks as not played is taken back, if the address has written it that day', async (t) => {
    const { server, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    await tell(recorded.embyStop)
    await tell(recorded.embyUnmarked)
    assert.deepEqual([await watchedIn(server), await outcomesIn(server)], [[], ['taken_back 1']])
    await tell(recorded.embyStop)
    server.setTime('2026-03-11T12:01:00.000Z')
    await tell(recorded.embyUnmarked)
    assert.equal((await watchedIn(server)).length, 1, 'it is to be watched again')
    await server.db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (1, 'episode', 60111, '2026-03-11T10:00:00.000Z', '2026-03-11', 601, '2026-03-11T10:00:00.000Z')`)
    await tell(recorded.jellyfinToggled(false))
    assert.equal((await watchedIn(server)).length, 2, 'it is of another hand')
    assert.deepEqual(await outcomesIn(server), ['taken_back 1', 'watched 1', 'unplayed 1', 'unplayed 1'])
    await tell(recorded.scrobbleMovie(90))
    const [, id] = /players\/(\d+)\/take-back/.exec((await ada.get(place)).body) ?? []
    assert.equal((await ada.post(`${place}/${id}/take-back`, {}, here)).status, 303)
    assert.equal((await ada.post(`${place}/${id}/take-back`, {}, here)).status, 404)
    assert.equal((await watchedIn(server)).length, 2)
  })

  /** The address of the decision about a title. */
  const deciding = async (ada: Visitor, name: string) => {
    const { body } = await ada.get(place)
    const row = body.split('<li>').find((each) => each.includes(name)) ?? ''
    const [, address = ''] = /href="(\/settings\/players\/\d+)"/.exec(row) ?? []
    assert.notEqual(address, '', body)
    return address
  }

  test('what is not certain waits for a decision, which holds for the whole series', async (t) => {
    const { server, tell, ada } = await openTelling(engine)
    t.after(() => server.close())
    const unknown = (season: number, number: number) => ({
      ...{ show: { title: 'Signals from the Sea', year: 2001, ids: {} }, episode: { season, number }, progress: 90 },
    })
    await tell(unknown(1, 1))
    await tell(unknown(1, 1))
    await tell(unknown(1, 2))
    await tell(unknown(1, 9))
    await tell({ movie: { title: 'Glass Lanterns', year: 2021, ids: {} }, progress: 90 })
    await tell({ movie: { title: 'Nothing Like It', year: 1931, ids: {} }, progress: 90 })
    assert.deepEqual(await watchedIn(server), [])
    assert.deepEqual(await outcomesIn(server), ['waiting 2', ...Array.from({ length: 4 }, () => 'waiting 1')])
    const page = await ada.get(place)
    assert.match(textOf(page), /5 Meldungen ließen sich nicht sicher zuordnen/)
    const address = await deciding(ada, 'Signals from the Sea · 1×02')
    const search = await ada.get(`${address}?query=Tidewater`)
    assert.match(search.body, /name="record" value="601"/)
    assert.ok(!search.body.includes('name="kind" value="movie"'))
    const chosen = await ada.post(address, { act: 'take', kind: 'series', record: '601' }, here)
    assert.deepEqual([chosen.status, chosen.location], [303, place])
    assert.deepEqual(await watchedIn(server), [
      'episode 60111 2026-03-10T12:00:00.000Z',
      'episode 60112 2026-03-10T12:00:00.000Z',
    ])
    await tell(unknown(2, 1))
    assert.equal((await watchedIn(server)).length, 3, 'it is known from then on')
    const still = await ada.post(await deciding(ada, '1×09'), { act: 'take', kind: 'series', record: '601' }, here)
    assert.match(textOf(await ada.follow(still)), /keine Folge mit diesen Nummern/)

    const lantern = await deciding(ada, 'Glass Lanterns')
    await ada.post(lantern, { act: 'accept' }, here)
    assert.equal((await watchedIn(server)).filter((each) => each.startsWith('movie 501')).length, 1)
    const nothing = await deciding(ada, 'Nothing Like It')
    await ada.post(nothing, { act: 'ignore' }, here)
    await tell({ movie: { title: 'Nothing Like It', year: 1931, ids: {} }, progress: 90 })
    const ignored = (await outcomesIn(server)).filter((each) => each.startsWith('ignored'))
    assert.equal(ignored.length, 2)
    // A decision can be another one later, and others can decide nothing.
    const eve = await signedIn(server, 'eve')
    assert.equal((await eve.get(nothing)).status, 404)
    await eve.post(nothing, { act: 'take', kind: 'movie', record: '501' }, here)
    const again = await ada.post(nothing, { act: 'take', kind: 'movie', record: '502' }, here)
    assert.equal(again.status, 303)
    assert.equal((await watchedIn(server)).filter((each) => each.startsWith('movie 502')).length, 1)
    // Once the catalogue has it, it is found.
    const before = (await watchedIn(server)).length
    await server.db.run(sql`update episode set season_number = 1, episode_number = 9 where id = 60101`)
    await ada.post(`${place}/look-again`, {}, here)
    assert.equal((await watchedIn(server)).length, before + 1)
  })
})
