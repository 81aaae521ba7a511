import { Loading } from '../components/loading.js';

/** The same frame as in index.html, while it is not known yet who is signed in. */
export function Skeleton() {
  return (
    <>
      <div className="skeleton" aria-hidden="true">
        <div className="skeleton-head">
          <div className="skeleton-line" />
        </div>
        <div className="skeleton-menu" />
        <div className="skeleton-body">
          <div className="skeleton-line" />
        </div>
      </div>
      <div className="visually-hidden">
        <Loading />
      </div>
    </>
  );
}
