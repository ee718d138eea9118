#!/usr/bin/env node
// Any Node may come by here, so this file keeps to what the oldest ones parse; start.js is only for new ones.
// biome-ignore-all lint: the syntax of old Node
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var os = require('os')
var path = require('path')

// node:crypto has argon2 from 24.7 on.
var NEEDED = [24, 7]

// By itself the young generation of the heap grows to three times 32 MB, and the old one to four times what is alive in
// it before anything is thrown away. What an import makes dies with its chunk, and what a server makes with its request
// or with a reply that is kept for long, so that both only take memory. Workers of a server inherit its flags.
var FLAGS = {
  import: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  serve: ['--max-semi-space-size=8', '--heap-growing-percent=20'],
}
var command = process.argv[2]

// What the watchdog of a server ends it with, see src/background/watchdog/. The pause before it is started again
// doubles each time, up to the most, until one has run for long.
var WATCHDOG_SIGNAL = 'SIGALRM'
var FIRST_PAUSE_MS = 100
var MOST_PAUSE_MS = 30000
var STEADY_MS = 120000

var PASSED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
// A server for tests is short-lived and keeps nothing: it needs no starter, and should be there at once.
var isTest = command === 'serve' && process.argv.indexOf('--test') !== -1
var flags = FLAGS.hasOwnProperty(command) && !isTest ? FLAGS[command].filter(isMissing) : []

// Each thread may get an arena of its own from glibc, up to eight for each core, and every one of them keeps what was
// freed in it. Whoever chooses another number keeps it.
if (flags.length > 0 && process.env.MALLOC_ARENA_MAX === undefined) process.env.MALLOC_ARENA_MAX = '2'

// Whoever chooses another value keeps it.
function isMissing(flag) {
  var name = flag.split('=')[0]
  return !process.execArgv.some(function (given) {
    return given.split('=')[0] === name
  })
}

function isNewEnough(version) {
  var numbers = version.replace(/^v/, '').split('.').map(Number)
  return numbers[0] > NEEDED[0] || (numbers[0] === NEEDED[0] && numbers[1] >= NEEDED[1])
}

// The program of the npm package `node`, which pins the runtime, if one that is new enough is installed.
function findPinned() {
  try {
    var manifest = require.resolve('node/package.json')
    if (!isNewEnough(require(manifest).version)) return undefined
    return path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    return undefined
  }
}

function complain() {
  var isCheckout = fs.existsSync(path.join(__dirname, '..', 'src'))
  var remedy = isCheckout ? 'run `npm ci`, which brings its own' : 'install it, or run `npm install node@26` beside it'
  console.error(
    'reelcommons needs Node.js ' + NEEDED.join('.') + ' or newer, not ' + process.version + ': ' + remedy + '.',
  )
  process.exitCode = 1
}

/**
 * Runs the command with another Node, and ends as it does. A server is kept: it is started again when its watchdog has
 * ended it, and ended when it does not do what it is told. It says when it listens to messages; until then, and
 * without that, it gets the signals.
 */
function run(program) {
  var args = process.execArgv.concat(flags, __filename, process.argv.slice(2))
  var streams = ['inherit', 'inherit', 'inherit'].concat(command === 'serve' ? 'ipc' : [])
  var onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  var pauseMs = FIRST_PAUSE_MS
  var child, begun, timer
  // The signal that a server was told of, and how long it may take to say that it stops.
  var told, obeysWithinMs

  function start() {
    begun = process.uptime()
    obeysWithinMs = undefined
    child = childProcess.spawn(program, args, { stdio: streams })
    child.on('error', function (error) {
      console.error('reelcommons could not run ' + program + ': ' + error.message)
      process.exitCode = 1
    })
    child.on('message', function (message) {
      if (message.obeysWithinMs) obeysWithinMs = message.obeysWithinMs
      else if (message === 'stopping') clearTimeout(timer)
    })
    child.on('exit', function (code, signal) {
      clearTimeout(timer)
      child = undefined
      if (signal === WATCHDOG_SIGNAL && command === 'serve' && !told) startAgain()
      else end(code, told && isForced(signal) ? told : signal)
    })
  }

  function startAgain() {
    if (process.uptime() - begun > STEADY_MS / 1000) pauseMs = FIRST_PAUSE_MS
    console.error('reelcommons: the server hung, and is started again in ' + pauseMs + ' ms.')
    timer = setTimeout(start, pauseMs)
    pauseMs = Math.min(MOST_PAUSE_MS, pauseMs * 2)
  }

  function pass(signal) {
    if (!child) {
      clearTimeout(timer)
      end(null, signal)
    } else if (obeysWithinMs === undefined || !isStop(signal)) {
      // A terminal sends these to both processes itself, and twice would mean "at once".
      if (signal === 'SIGTERM' || !onTerminal) child.kill(signal)
    } else if (told) {
      child.kill('SIGKILL')
    } else {
      told = signal
      // A message, because whoever signals all processes of a server has told it already.
      child.send('stop', function () {})
      timer = setTimeout(function () {
        console.error('reelcommons: the server hangs, and was ended after ' + obeysWithinMs + ' ms.')
        child.kill('SIGKILL')
      }, obeysWithinMs)
    }
  }

  function end(code, signal) {
    PASSED.forEach(function (name) {
      process.removeListener(name, pass)
    })
    endAs(code, signal)
  }

  PASSED.forEach(function (name) {
    process.on(name, pass)
  })
  start()
}

function endAs(code, signal) {
  if (!signal) process.exitCode = code
  // The first process of a container ignores the signals that it sends itself.
  else if (process.pid === 1) process.exit(128 + os.constants.signals[signal])
  else process.kill(process.pid, signal)
}

function isStop(signal) {
  return signal === 'SIGTERM' || signal === 'SIGINT'
}

// How a server ends that was told to stop and did not.
function isForced(signal) {
  return signal === 'SIGKILL' || signal === WATCHDOG_SIGNAL
}

// Takes the place of this process, so that there is no second one where the system can do that.
function replace(program) {
  if (process.platform === 'win32' || !process.execve) return run(program)
  process.execve(program, [program].concat(process.execArgv, flags, __filename, process.argv.slice(2)), process.env)
}

// The starter of a server waits for its messages.
var isKept = process.send !== undefined && flags.length === 0

// A debugger is for the process that people start, and may hold the main thread for as long as it likes.
function isDebugged() {
  try {
    return require('inspector').url() !== undefined
  } catch (error) {
    return false
  }
}

if (isNewEnough(process.version)) {
  if (command === 'serve' && !isTest && !isKept && !isDebugged()) run(process.execPath)
  else if (flags.length > 0) replace(process.execPath)
  else require('./start.js')
} else {
  var pinned = findPinned()
  if (pinned) run(pinned)
  else complain()
}
