import type { Readable } from 'node:stream'
import type { ProvenPassword } from '#src/accounts/accounts.ts'
import type { PasskeySite } from '#src/accounts/factors/passkeys.ts'
import type { Appearance } from '#src/accounts/profile.ts'
import type { Config, SignUps } from '#src/config.ts'
import type { Role } from '#src/contract/access.ts'
import type { Locale } from '#src/contract/languages.ts'
import type { NoteEvent } from '#src/contract/security-events.ts'
import type { PopularKind } from '#src/contract/signals.ts'
import type { Perform } from '#src/contract/write.ts'
import type { Reader } from '#src/database/database.ts'
import type { Media } from '#src/media/media.ts'
import type { Ask } from '#src/run/ask.ts'
import type { Format } from '#src/texts/format.ts'
import type { Language, NoticeName, Texts } from '#src/texts/index.ts'
import type { Html } from './html.ts'
import { bytesOf } from './limits.ts'
import type { Shared } from './shared.ts'
import type { Viewer } from './viewer.ts'

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** Who may open a page: anybody, whoever is signed in, or whoever has at least a role. */
export type PageAccess = 'anyone' | 'account' | Exclude<Role, 'member'>

type ViewerOf<Access extends PageAccess> = Access extends 'anyone' ? Viewer | undefined : Viewer

/** What every page is rendered with. */
export type RenderContext = {
  /** Base address of this server's pages, without a slash at the end. */
  site: string
  /** The requested address, with its query. */
  address: string
  /** The person who is signed in. */
  viewer: Viewer | undefined
  language: Language
  /** Further languages of the reader, in which missing texts of the catalogue are looked for. */
  otherLanguages: readonly Locale[]
  texts: Texts
  format: Format
  /** Light, dark, or as the device is set. */
  appearance: Appearance
  /** Value of the hidden field without which a form is refused. */
  formToken: string
  /** There is no account yet: somebody has to set up the server. */
  isNew: boolean
  /** Who can sign up. */
  signUps: SignUps
  /** Nobody is signed in, and the catalogue is private: nothing leads into it. */
  isClosed: boolean
  /** The notice about the request before this one. */
  notice: string | undefined
  /** The notice is about a form of a record that was sent: browsers forget the draft of it. */
  hasSaved: boolean
}

/** A file that is sent with a form, as it arrives, and the name that it is said to have. */
export type Upload = { name: string; content: AsyncIterable<Buffer> }

/** What pages for signing in and out, and those that ask for the password again, work with. */
export type SigningIn = {
  /** The secret by which the browser is recognised, if somebody signed in with it before. */
  remembered: string | undefined
  /**
   * Signs an account in with this browser: replaces the browser's session by a new one. With the stored hash of the
   * password that was typed, throws `invalid_credentials` if it has changed meanwhile; so it does with the secret of a
   * step that has ended.
   */
  beginSession(account: { id: number; password?: string | null; step?: string }): Promise<void>
  /** Where passkeys can be used, if they can at the address that was asked. */
  passkeySite: PasskeySite | undefined
  /** The secret of who has typed the right password in this browser, and has to enter a code. */
  step: string | undefined
  /** Has this browser wait for the code of an account whose password was typed. Throws `invalid_credentials`. */
  beginStep(proven: ProvenPassword): Promise<void>
  /** Signs this browser out. */
  endSession(): Promise<void>
}

export type PageContext<
  Param extends string = string,
  Query extends string = string,
  Field extends string = string,
  PageViewer = Viewer | undefined,
> = RenderContext & {
  params: Record<Param, string>
  /** Each parameter as text, empty if left out. */
  query: Record<Query, string>
  /** Each field of the form as text, empty if left out; a checked box is `on` unless it has a value. */
  form: Record<Field, string>
  /** All fields of the form in their order, for pages that keep their form. */
  sent: readonly (readonly [name: string, text: string])[]
  /** Fields of `sent` whose texts had a character that no database can store, and are without it. */
  unstorable: ReadonlySet<string>
  /** The form was opened in another session, or nobody is signed in any more: it is shown again and changes nothing. */
  isStale: boolean
  /** The file that came with the form, for pages that take one. */
  upload: Upload | undefined
  viewer: PageViewer
  db: Reader
  config: Config
  noteEvent: NoteEvent
  /** The store of pictures. */
  media: Media
  /** The time of the request, from the application's clock. */
  now: Date
  /** The address of the client. */
  clientAddress: string
  /** Whether the browser certainly runs on the machine of the server. */
  isHere(): boolean
  /** What the browser calls itself. */
  browser: string
  /** Asks an operation of the interface on behalf of the person who sees the page; undefined if it finds nothing. */
  ask: Ask
  /** Changes something for the person who is signed in. */
  write: Perform
  /** How people sign in and out with this browser. */
  signingIn: SigningIn
  chooseLanguage(language: Language): void
  chooseAppearance(appearance: Appearance): void
  /** Gives a key to this browser alone, until its next page takes it to show it. */
  rememberKey(secret: string): void
  takeKey(): string | undefined
  /** Sends queued mails, now that they are committed. */
  sendMails(): void
  /** Does work that nobody waits for. Its errors are logged. */
  inBackground(work: () => Promise<void>): void
}

/** A page to be rendered. */
export type PageView = {
  /** Title of the window and in the history; the name of the site follows it. */
  title: string
  main: Html
  /** 200 unless a form is shown again (422) or the person has to wait (429). */
  http?: number
  /** One sentence for search engines and previews. */
  description?: string
  /** Where its forms may lead besides this server, as sources of a content policy: `https://app.example`, `app:`. */
  formTargets?: readonly string[]
  /** Where its frames may come from, as sources of a content policy. */
  frameSources?: readonly string[]
  /** The address contains a secret, or the page is private: search engines are told not to index it. */
  isPrivate?: boolean
  /** Its address is a secret, which must not reach other pages as their referrer. */
  hasSecretAddress?: boolean
  /** How search engines and other sites show it; absent for pages that nobody has to find. */
  shared?: Shared
  /** A feed of what is new on it. */
  feed?: { title: string; address: string }
  retryAfterSeconds?: number
  /** The record that it is about, if that counts for its popularity. */
  about?: { of: PopularKind; id: number }
  /** Where there are no scripts, it is loaded anew after so many seconds. */
  refreshSeconds?: number
  /** Names of scripts that make it more convenient. */
  scripts?: readonly string[]
}

/** Where to go next, and the notice there. */
export class Redirect {
  readonly location: string
  readonly notice: NoticeName | undefined
  readonly http: 301 | 302 | 303
  constructor(location: string, notice?: NoticeName, http: 301 | 302 | 303 = 303) {
    this.location = location
    this.notice = notice
    this.http = http
  }
}

export const redirect = (location: string, notice?: NoticeName) => new Redirect(location, notice)

/** A file to be downloaded. */
export class Download {
  readonly name: string
  readonly type: string
  readonly content: string | Readable
  constructor(name: string, type: string, content: string | Readable) {
    this.name = name
    this.type = type
    this.content = content
  }
}

/** What programs read instead of a page, the same for everybody: a feed. Others may keep it for a while. */
export class PublicDocument {
  readonly type: string
  readonly content: string
  constructor(type: string, content: string) {
    this.type = type
    this.content = content
  }
}

/** A picture that is the same for everybody. Under an address that names its content, others keep it for good. */
export class PublicPicture {
  readonly type: string
  readonly content: Buffer
  readonly isForGood: boolean
  constructor(type: string, content: Buffer, isForGood: boolean) {
    this.type = type
    this.content = content
    this.isForGood = isForGood
  }
}

/** The same for whoever has its address, which is a secret. Nobody keeps it. */
export class SecretDocument {
  readonly type: string
  readonly content: string
  constructor(type: string, content: string) {
    this.type = type
    this.content = content
  }
}

/** `undefined` means not found; other refusals are thrown as ApiError. */
export type Answer = PageView | Redirect | Download | PublicDocument | PublicPicture | SecretDocument | undefined

/** The most bytes of a file, which a setting may say. */
type FileBytes = number | ((config: Config) => number)

type Declaration<Path extends string, Access extends PageAccess, Query extends string, Field extends string> = {
  access: Access
  /** Names of the parameters that it reads from its query; others are ignored. */
  query?: readonly Query[]
  /** Names of the fields of its form, for pages that are posted. */
  form?: readonly Field[]
  /** The most characters of the fields that may have more than `maxFieldLength`. */
  longFields?: Readonly<Partial<Record<NoInfer<Field>, number>>>
  /**
   * It reads its form as a whole, and shows it again where it came from another session, so that nothing that was typed
   * is lost when somebody has to sign in. It has to look at `isStale` and `viewer`.
   */
  keepsForm?: true
  /**
   * Programs for mail send it, too, without a token of ours: its address is a secret that allows what it does, and
   * nothing else.
   */
  isOneClick?: true
  /** The largest body of its form, if that is more than its fields need. */
  bodyLimitBytes?: number
  /** It is there for everybody, also where the catalogue is private: one needs it to sign in. */
  isForStrangers?: true
  /** Its form has a file after its fields, of at most `fileBytes`, or else `imageBytes`. */
  takesFile?: true
  fileBytes?: FileBytes
  /** It may take as long to answer as a file may take to arrive. */
  takesLong?: true
  handle(context: PageContext<Names<Path>, Query, Field, ViewerOf<Access>>): Promise<Answer>
}

export type Page = {
  method: 'GET' | 'POST'
  path: string
  access: PageAccess
  query: readonly string[]
  form: readonly string[]
  longFields: Readonly<Record<string, number>>
  keepsForm: boolean
  isOneClick: boolean
  bodyLimitBytes: number
  isForStrangers: boolean
  takesFile: boolean
  fileBytes?: FileBytes
  takesLong: boolean
  handle(context: PageContext): Promise<Answer>
}

/** Declares one page: who may open it, what it reads, and what it does. */
export function page<
  Path extends string,
  const Access extends PageAccess,
  const Query extends string = never,
  const Field extends string = never,
>(route: `${Page['method']} ${Path}`, declaration: Declaration<Path, Access, Query, Field>): Page {
  const [method, path] = route.split(' ') as [Page['method'], string]
  const { longFields = {} } = declaration
  return { ...unlessDeclared, bodyLimitBytes: bytesOf(longFields), ...(declaration as Declared), method, path }
}

/** What holds of a page unless it says otherwise. */
const unlessDeclared = {
  query: [],
  form: [],
  longFields: {},
  keepsForm: false,
  isOneClick: false,
  isForStrangers: false,
  takesFile: false,
  takesLong: false,
} as const

type Declared = Pick<Page, 'access' | 'handle'> & Partial<Page>
