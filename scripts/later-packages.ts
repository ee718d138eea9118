/**
 * Packages that no start needs: they are loaded at their first use, or by processes of their own. The bundle leaves
 * them where npm installs them, and a test finds what loads one of them earlier.
 */
export const laterPackages: readonly string[] = [
  ...['@peculiar/*', '@redis/client', '@simplewebauthn/*', '@zxcvbn-ts/*', 'any-ascii', 'csv-parse', 'dompurify'],
  ...[
    'ical-generator',
    'jsdom',
    'markdown-it',
    'nodemailer',
    'prom-client',
    's3mini',
    'sanitize-html',
    'saxes',
    'sharp',
  ],
  ...['tar', 'uqr', 'yauzl'],
]
