#!/usr/bin/env node
// Any Node may come by here, so this file keeps to what the oldest ones parse; start.js is only for new ones.
// biome-ignore-all lint: the syntax of old Node
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
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
var flags = FLAGS.hasOwnProperty(command) ? FLAGS[command].filter(isMissing) : []

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

function run(program) {
  var args = process.execArgv.concat(flags, __filename, process.argv.slice(2))
  var child = childProcess.spawn(program, args, { stdio: 'inherit' })
  var onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  var forward = {
    // A terminal sends these to both processes itself, and twice would mean "at once" to the server.
    SIGINT: function () {
      if (!onTerminal) child.kill('SIGINT')
    },
    SIGHUP: function () {
      if (!onTerminal) child.kill('SIGHUP')
    },
    SIGTERM: function () {
      child.kill('SIGTERM')
    },
  }
  Object.keys(forward).forEach(function (signal) {
    process.on(signal, forward[signal])
  })
  child.on('error', function (error) {
    console.error('reelcommons could not run ' + program + ': ' + error.message)
    process.exitCode = 1
  })
  child.on('exit', function (code, signal) {
    Object.keys(forward).forEach(function (name) {
      process.removeListener(name, forward[name])
    })
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

// Takes the place of this process, so that there is no second one where the system can do that.
function replace(program) {
  if (process.platform === 'win32' || !process.execve) return run(program)
  process.execve(program, [program].concat(process.execArgv, flags, __filename, process.argv.slice(2)), process.env)
}

if (isNewEnough(process.version)) {
  if (flags.length > 0) replace(process.execPath)
  else require('./start.js')
} else {
  var pinned = findPinned()
  if (pinned) run(pinned)
  else complain()
}
