import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAskedSite } from '#src/http/hosts/asked-site.ts'

const standard = 'http://localhost:8080'
const names = ['attic', '203.0.113.7']
const siteHosts = 'films.example,2001:db8::7'

/** What a host leads to; undefined is the standard. */
const hosts: [host: string, site: string | undefined][] = [
  ['192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['10.1.2.3', 'http://10.1.2.3'],
  ['172.31.0.1:80', 'http://172.31.0.1'],
  ['169.254.3.4:1', 'http://169.254.3.4:1'],
  ['127.0.0.2:9000', 'http://127.0.0.2:9000'],
  ['[fd00:0:0::1]:8080', 'http://[fd00::1]:8080'],
  ['[FE80::1]', 'http://[fe80::1]'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['[::ffff:192.168.1.20]', 'http://[::ffff:c0a8:114]'],
  ['LocalHost:9000', 'http://localhost:9000'],
  ['Films.local:8080', 'http://films.local:8080'],
  ['attic:8080', 'http://attic:8080'],
  ['203.0.113.7:8080', 'http://203.0.113.7:8080'],
  ['films.example', 'http://films.example'],
  ['[2001:db8::7]:8080', 'http://[2001:db8::7]:8080'],

  ['evil.example', undefined],
  ['8.8.8.8:8080', undefined],
  ['172.32.0.1', undefined],
  ['[2001:db8::8]', undefined],
  ['[::ffff:8.8.8.8]', undefined],
  ['local', undefined],
  ['.local', undefined],
  ['localhost.evil.example', undefined],
  ['192.168.1.20.evil.example', undefined],
  ['evil.example#.local', undefined],
  ['evil.example/.local', undefined],
  ['user@192.168.1.20', undefined],
  ['evil.example:80@films.local', undefined],
  ['192.168.1.20:65536', undefined],
  ['192.168.1.20:', undefined],
  ['fd00::1', undefined],
  ['[fe80::1%25eth0]', undefined],
  ['films.local"><script>', undefined],
  [`${'a'.repeat(300)}.local`, undefined],
  ['', undefined],
]

const none = { site: '', siteHosts: '', appHosts: '', tlsCertificate: '' }

test('a request is answered for the host that it asks for, if that one is nearby, of this machine or trusted', () => {
  const askedSite = openAskedSite({ ...none, siteHosts }, () => standard, names)
  const found = hosts.map(([host]) => [host, askedSite(host)])
  assert.deepEqual(
    found,
    hosts.map(([host, site]) => [host, site ?? standard]),
  )
  assert.equal(askedSite(undefined), standard)
})

test('hosts of apps are told their own name in any case, and names of the certificate without a site', () => {
  const site = 'https://films.example'
  const appHosts = 'api.player.example,Pictures.player.example'
  const isNamed = (name: string) => name === 'films.lan'
  const order: [settings: Partial<typeof none>, host: string, site: string][] = [
    [{ site, appHosts }, 'api.player.example', 'https://api.player.example'],
    [{ site, appHosts }, 'PICTURES.player.example:8443', 'https://pictures.player.example:8443'],
    [{ site, appHosts }, '192.168.1.20:8080', site],
    [{ site, appHosts }, 'player.example', site],
    [{ appHosts }, 'api.player.example:8080', 'http://api.player.example:8080'],
    [{ appHosts, tlsCertificate: 'a.pem' }, 'api.player.example', 'https://api.player.example'],
    [{ tlsCertificate: 'a.pem' }, '192.168.1.20:443', 'https://192.168.1.20'],
    [{ tlsCertificate: 'a.pem' }, 'films.lan:8443', 'https://films.lan:8443'],
    [{ tlsCertificate: 'a.pem' }, 'other.lan', standard],
    [{ site, tlsCertificate: 'a.pem' }, 'films.lan:8443', site],
  ]
  for (const [settings, host, expected] of order) {
    const asked = openAskedSite({ ...none, ...settings, isNamed }, () => settings.site || standard, names)
    assert.equal(asked(host), expected, `${host} with ${JSON.stringify(settings)}`)
  }
})

test('the site of the settings is that of every request', () => {
  const site = 'https://films.example/catalogue'
  const askedSite = openAskedSite({ ...none, site, siteHosts }, () => site, names)
  assert.deepEqual([askedSite('192.168.1.20:8080'), askedSite('localhost')], [site, site])
})
