import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, secondsToMidnight } from './days.ts'

const cases: readonly [zone: string, now: string, day: string, seconds: number][] = [
  ['UTC', '2026-07-14T12:00:00.000Z', '2026-07-14', 43_200],
  ['UTC', '2026-07-14T23:59:59.001Z', '2026-07-14', 0],
  ['UTC', '2026-07-15T00:00:00.000Z', '2026-07-15', 86_400],
  ['America/New_York', '2026-07-15T03:59:59.000Z', '2026-07-14', 1],
  ['America/New_York', '2026-07-15T04:00:00.000Z', '2026-07-15', 86_400],
  // Clocks are put back from 2 to 1 at 6:00 UTC, forward from 2 to 3 at 7:00 UTC.
  ['America/New_York', '2026-11-01T05:59:59.999Z', '2026-11-01', 79_200],
  ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01', 82_800],
  ['America/New_York', '2026-03-08T06:59:59.000Z', '2026-03-08', 79_201],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08', 75_600],
  ['Asia/Kathmandu', '2026-07-14T18:14:59.000Z', '2026-07-14', 1],
  ['Asia/Kathmandu', '2026-07-14T18:15:00.000Z', '2026-07-15', 86_400],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-04-04T14:59:00.000Z', '2026-04-05', 79_260],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', '2026-04-05', 81_000],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01', 86_400],
]

test('days begin and end with the clocks of a time zone', () => {
  const read = cases.map(([zone, now]) => {
    const at = new Date(now)
    return [zone, now, dayIn(zone, at), secondsToMidnight(zone, at)]
  })
  assert.deepEqual(read, cases)
})
