import { useEffect, useState } from 'preact/hooks';
import { askBlob } from '../api.ts';

interface PictureProps {
  /** The path of the control API. */
  readonly path: string;
  /** Empty for a small picture beside its name. */
  readonly alt: string;
  /** Of the picture, in px; keeps its place while it loads. */
  readonly width: number;
  readonly height: number;
}

/** A picture of the control API. It comes by `fetch`, since an `<img>` cannot send a token. */
export function Picture({ path, alt, width, height }: PictureProps) {
  const [url, setUrl] = useState<string | Error>();
  useEffect(() => {
    const stop = new AbortController();
    let objectUrl = '';
    setUrl(undefined);
    askBlob(path, { signal: stop.signal }).then(
      (blob) => {
        objectUrl = URL.createObjectURL(blob);
        setUrl(objectUrl);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setUrl(error instanceof Error ? error : new Error(String(error)));
      },
    );
    return () => {
      stop.abort();
      if (objectUrl !== '') URL.revokeObjectURL(objectUrl);
    };
  }, [path]);
  if (typeof url !== 'string') {
    return (
      <span class="picture missing" aria-busy={url === undefined}>
        {url?.message ?? (alt === '' ? '…' : 'Drawing…')}
      </span>
    );
  }
  return <img class="picture" src={url} alt={alt} width={width} height={height} />;
}
