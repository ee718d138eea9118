/**
 * Loaded before anything else (`node --import`), it moves `Date` so that the process begins at the time in the variable
 * BENCH_CLOCK and goes on from there: what depends on the day is then the same on every machine and every day. Timers,
 * `performance.now()` and what Node itself dates, such as the `Date` header, keep the real time.
 */

const RealDate = Date

if (process.env.BENCH_CLOCK) moveTo(process.env.BENCH_CLOCK)

function moveTo(start: string) {
  const startMs = RealDate.parse(start)
  if (Number.isNaN(startMs)) throw new Error(`BENCH_CLOCK is no time: ${start}`)
  // The start of the process, not of the thread, so that all threads of a process agree about the time.
  const offsetMs = Math.round(startMs - RealDate.now() + process.uptime() * 1000)
  const now = () => RealDate.now() + offsetMs
  // It has the prototype of Date, so that dates made before and after are of one kind.
  function MovedDate(...given: []): Date | string {
    if (!new.target) return new RealDate(now()).toString()
    // What a server asks for all the time must not cost it more than without a moved clock.
    if (given.length === 0 && new.target === MovedDate) return new RealDate(now())
    return Reflect.construct(
      RealDate,
      given.length === 0 ? [now()] : given,
      new.target === MovedDate ? RealDate : new.target,
    )
  }
  MovedDate.prototype = RealDate.prototype
  globalThis.Date = Object.assign(Object.setPrototypeOf(MovedDate, RealDate), { now })
}
