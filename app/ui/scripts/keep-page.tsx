import { Component, type ReactNode } from 'react';

declare global {
  /** Tells the server of an error of a script; `start.js` defines it before any module runs. */
  var reportScriptError: ((error: unknown) => void) | undefined;
}

/** The page as somebody sees it at one moment, with what was typed. */
type SeenPage = {
  html: HTMLElement;
  body: HTMLElement;
  nodes: ChildNode[];
  popovers: HTMLElement[];
  focused: Element | null;
};

type Props = { children: ReactNode };
/** The page that stays, once a script has failed. */
type State = { kept: SeenPage | null };

/**
 * Keeps the page when one of our scripts throws, wherever that is: in rendering, in an effect, in an
 * event handler. React would take the page away; it is put back as it was, with everything typed,
 * and goes on without scripts, as it does in a browser that has none. (Only a class can catch errors
 * of rendering.)
 */
export class KeepPage extends Component<Props, State> {
  override state: State = { kept: null };
  /** The address whose page is to be seen. */
  private shownAt: string | null = null;

  // Called while the page is still whole.
  static getDerivedStateFromError(): State {
    return { kept: lookAtPage() };
  }

  override componentDidMount(): void {
    window.addEventListener('error', this.handleError);
    this.noteAddress();
  }

  override componentDidUpdate(): void {
    this.noteAddress();
  }

  override componentWillUnmount(): void {
    window.removeEventListener('error', this.handleError);
  }

  override componentDidCatch(error: unknown): void {
    window.reportScriptError?.(error);
    this.goOnWithoutScripts();
  }

  override render(): ReactNode {
    return this.state.kept ? null : this.props.children;
  }

  /** What nobody caught: an event handler's error. Some browsers send warnings this way, too. */
  private handleError = ({ error }: ErrorEvent): void => {
    if (!(error instanceof Error) || this.state.kept) return;
    this.setState(
      ({ kept }) => ({ kept: kept ?? lookAtPage() }),
      () => {
        this.goOnWithoutScripts();
      },
    );
  };

  private noteAddress(): void {
    if (!this.state.kept) this.shownAt = addressNow();
  }

  private goOnWithoutScripts(): void {
    const { kept } = this.state;
    const { shownAt } = this;
    if (!kept) return;
    // On the way to another page: that one is still to come, and the server makes it.
    if (shownAt !== null && shownAt !== addressNow()) {
      window.location.reload();
      return;
    }
    putBack(kept);
    window.__remixRouter.dispose();
    const here = addressNow();
    window.addEventListener('popstate', () => {
      if (addressNow() !== here) window.location.reload();
    });
  }
}

function addressNow(): string {
  return `${window.location.pathname}${window.location.search}`;
}

function lookAtPage(): SeenPage {
  const { documentElement: html, body, activeElement: focused } = document;
  const popovers = [...body.querySelectorAll<HTMLElement>(':popover-open')];
  return { html, body, nodes: [...body.childNodes], popovers, focused };
}

/** The same elements again, in the state that the server sends them in, but for what was typed. */
function putBack({ html, body, nodes, popovers, focused }: SeenPage): void {
  if (document.documentElement !== html) document.replaceChild(html, document.documentElement);
  body.replaceChildren(...nodes);
  for (const dialog of body.querySelectorAll('dialog')) dialog.open = true;
  for (const popover of popovers) popover.showPopover();
  // Scripts disable what cannot be sent yet, and hide the buttons that they make needless.
  for (const button of body.querySelectorAll('button')) button.disabled = false;
  for (const element of body.querySelectorAll('[data-hydrated]')) {
    element.removeAttribute('data-hydrated');
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
