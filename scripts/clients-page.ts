import { type Client, clients } from '#src/connect/clients.ts'
import { texts } from '#src/texts/index.ts'
import { generatedClients } from './clients/page.ts'

const { app, way: ways, platforms, limits, onlyYours, installTried, notTried } = texts.en.connect

function rowOf({ id, name, way, tried }: Client): string {
  const { how, tried: what }: { how: string; tried?: string } = app[id]
  const proof = tried ? `version ${tried}: ${lowerFirst(what ?? '')}` : lowerFirst(notTried)
  return `| ${name} | ${ways[way]} | ${how} | ${proof} |`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const nginx = `    server {
      listen 443 ssl;
      server_name api.player.example image.player.example;
      ssl_certificate     /path/of/data/tls/certificate.pem;
      ssl_certificate_key /path/of/data/tls/certificate.key;
      location / {
        proxy_pass http://127.0.0.1:8080;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
      }
    }`

const caddy = `    api.player.example, image.player.example {
      tls /path/of/data/tls/certificate.pem /path/of/data/tls/certificate.key
      reverse_proxy 127.0.0.1:8080
    }`

const plex = `## Plex

*From its documentation, not tested with the media server itself, but with the client of our tests* (\`test/plex/\`).

The Plex media server has had metadata providers since version 1.43. Create a key for it:

    npx reelcommons key create --name "Living room" --use plex

It shows two addresses, one for movies and one for television, and shows them only once. The media server has to be able
to reach them: if it runs on another machine, start Reelcommons with \`--host 0.0.0.0\` or behind a proxy, and with
the setting \`site\`, because the addresses of pictures begin with it.

1. In Plex, open *Settings → Metadata Agents*, choose *Add Provider* and enter the first address. Do the same with
   the second one.
2. Create an agent from each provider, alone or together with others.
3. Choose the agent in the settings of a library, and refresh its metadata.

Matching uses what the file names say: the title and the year, \`{imdb-tt0133093}\`, \`{tmdb-603}\`,
\`{tvdb-121361}\`, \`S01E02\`, days, and numbers that are counted over all seasons. Other orders of episodes can be
chosen for each show where the catalogue has some. The language is that of the library. Texts that do not exist in
it are in the languages of the key (\`--languages\`), or else in English. Certifications are those of the country of
the library.

Anyone who has one of the addresses can read the catalogue there, and nothing else. \`key list\` shows the key with its
last four characters, \`key revoke ID\` ends it at once, and you make a new one as above. A catalogue with the setting
\`private\` needs nothing more: pictures have the secret in their addresses, too. The setting
\`plexRequestsPerSecond\` is the limit of a key. If one media server uses two installations, give one of them another
\`plexIdentifier\` before its first match.

Right after the first import, until the search index is built, a match by title gets 503: refresh the metadata of the
library a minute later.`

/** The text of `docs/clients.md`. */
export const clientsPage = (): string => `# Clients

<!-- Generated from src/connect/clients.ts, src/texts/en/connect.ts and scripts/clients/ by \`npm run docs\`. -->

\`reelcommons doctor\` with the settings of your server says what keeps apps from connecting. Existing apps need a
key of the dialect \`common\`: \`reelcommons key create --name 'My app' --plan developer --dialect common\`.

| app | way | how | tested |
|---|---|---|---|
${clients.map(rowOf).join('\n')}

${plex}

## Apps with a setting for the address

Enter the address of your server with \`/3\` behind it, such as \`http://films.lan:8080/3\`, and the key. Start the
server with \`--host 0.0.0.0\`, so that other devices reach it. Pictures come from the host that was asked.

## Apps with a fixed address

${onlyYours}

1. In the DNS server of your network (often the router), point the names that the app uses to the address of your
   server; here they are \`api.player.example\` and \`image.player.example\`.
2. \`reelcommons certificate api.player.example image.player.example\` makes a certificate authority that can sign only
   for these names, and a certificate. Install the authority (\`tls/authority.crt\` in the data folder) on your
   devices, as below.
3. Serve both names, and let apps that bring a key of their own share one that only reads:

       reelcommons serve --host 0.0.0.0 --port 443 --app-hosts api.player.example,image.player.example \\
         --tls-certificate data/tls/certificate.pem --tls-key data/tls/certificate.key

   Instead of \`--app-hosts\`, \`reelcommons key create --name App --use app\` takes the key that the app has from
   standard input, and administrators can paste it at *Settings → Connect*. With such a key people can also sign in;
   whoever has the app can read it.

\`appHosts\` works only in private networks, so such a server must not be reachable from outside. The certificate is
valid for 13 months; the log and \`reelcommons doctor\` say when it expires soon, and \`reelcommons certificate\` renews
it.

### Install the authority

${installTried}

| platform | how |
|---|---|
${Object.values(platforms)
  .map(({ name, steps }) => `| ${name} | ${steps} |`)
  .join('\n')}

What will not work:

${limits.map((sentence) => `- ${sentence}`).join('\n')}

### Behind a proxy

A proxy has to pass on the address of the client, and the server has to trust the proxy: start it with
\`--proxies loopback\`, \`--app-hosts\` and \`--site https://…\`. nginx (tested with version 1.22.1):

${nginx}

Caddy (from its documentation, not tested), which adds \`X-Forwarded-For\` by itself:

${caddy}

${generatedClients()}
`
