/** Browsers name themselves and others that they are compatible with, so the order matters. */
const browsers: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [form: RegExp, name: string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
]

const find = (list: typeof browsers, text: string) => list.find(([form]) => form.test(text))?.[1]

/** What people call the browser and the system of a `User-Agent`; undefined if neither is recognised. */
export const browserName = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
})
